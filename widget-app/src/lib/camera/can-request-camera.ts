import { isAllowedByPermissionsPolicy } from '../page/permissions-policy.ts'

/** Whether a camera may be requested at all: the browser supports it, and no ancestor page forbids it. */
export const canRequestCamera = (page: Window): boolean =>
  // Undefined outside secure contexts. Browsers without the policy API reject when the camera is requested.
  typeof page.navigator.mediaDevices?.getUserMedia === 'function' &&
  isAllowedByPermissionsPolicy(page, 'camera') !== false
