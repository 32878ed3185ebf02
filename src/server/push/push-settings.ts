import { logFailure } from '#server/log.ts';
import { type PushSettings, pushSettingsOf } from './vapid-variables.ts';

const found = pushSettingsOf(process.env);

/** How notifications are set up; null when they are not. */
export const pushSettings: PushSettings | null = 'settings' in found ? found.settings : null;

/** What is wrong with the variables, if somebody set them. */
export const pushProblem: string | null = 'problem' in found ? found.problem : null;

if (pushProblem) logFailure('Notifications stay off', new Error(pushProblem));
