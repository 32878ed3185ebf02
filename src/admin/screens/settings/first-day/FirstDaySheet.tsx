import '#admin/kit/paper.css';
import { createPortal } from 'react-dom';
import { SHOP } from '#built/settings.ts';
import { TOUR } from './tour.ts';

/** The tour on paper, with a box to tick for each step. */
export function FirstDaySheet() {
  return createPortal(
    <div aria-hidden="true" className="print-only sheets">
      <article className="sheet tour">
        <header className="sheet-head">
          <p className="sheet-title">First day in the shop</p>
          <p className="sheet-title">{SHOP.name}</p>
        </header>
        {TOUR.map((part) => (
          <section key={part.title}>
            <p className="sheet-section">{part.title}</p>
            <ol>
              {part.steps.map(({ title, task, sign, places }) => (
                <li key={title} className="sheet-step">
                  <p className="sheet-step-head">
                    <strong className="tour-title">{title}</strong>
                    <span>{places.map(({ name }) => name).join(', ')}</span>
                  </p>
                  <p>{task}</p>
                  <p>Done when: {sign}</p>
                </li>
              ))}
            </ol>
          </section>
        ))}
      </article>
    </div>,
    document.body,
  );
}
