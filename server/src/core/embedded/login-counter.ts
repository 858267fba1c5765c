/**
 * Name of a counter of one login. Sessions that tickets open end with the login that began them, so that this end identifies it; no other
 * login of the user can use the counter up. The user's id is the last word: the counter is deleted with the user.
 */
export const loginCounter = (name: string, userId: string, absoluteExpiresAtMs: number): string =>
  `${name} of login ${absoluteExpiresAtMs} of ${userId}`
