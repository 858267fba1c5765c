import { isAllowedByPermissionsPolicy } from '../page/permissions-policy.ts'

/** Whether a camera may be asked for at all: the browser has the means, and no page around forbids it. */
export const canRequestCamera = (page: Window): boolean =>
  // Not there outside of secure contexts. Browsers that do not tell the policy say no when they are asked.
  typeof page.navigator.mediaDevices?.getUserMedia === 'function' &&
  isAllowedByPermissionsPolicy(page, 'camera') !== false
