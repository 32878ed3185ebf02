import { Screen } from '#admin/kit/Screen.tsx';
import { NotificationPanel } from './NotificationPanel.tsx';
import { OwnActivity } from './OwnActivity.tsx';
import { OwnSessions } from './OwnSessions.tsx';
import { SecondFactorPanel } from './SecondFactorPanel.tsx';

/** The signed-in member's own account: second factor, sessions, notifications, and what they did. */
export default function AccountPage() {
  return (
    <Screen title="Your account">
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <SecondFactorPanel />
        <NotificationPanel />
        <OwnSessions />
        <OwnActivity />
      </div>
    </Screen>
  );
}
