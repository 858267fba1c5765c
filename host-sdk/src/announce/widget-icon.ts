const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" rx="20" fill="#0988F0"/><path d="M28 70V30m40 40V30M28 62l30-22M16 70h64" fill="none" stroke="#fff" stroke-width="8"/></svg>'

/** The icon of the announced wallet; base64, as the Wallet Standard requires. */
export const widgetIcon = `data:image/svg+xml;base64,${btoa(svg)}` as const
