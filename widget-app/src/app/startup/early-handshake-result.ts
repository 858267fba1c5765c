import type { EarlyHandshake } from '#widget/bridge/early-handshake.ts'

declare global {
  interface Window {
    /** The greeting of the document's own script, which shares no module with the files. */
    drawbridgeGreeting?: Promise<EarlyHandshake>
  }
}

/** Leaves a greeting for the files to find. */
export function storeEarlyHandshake(greeting: Promise<EarlyHandshake>): void {
  // Who boots the widget hears of a failure; until then it is nobody's.
  greeting.catch(() => {})
  window.drawbridgeGreeting = greeting
}

/** What the document's own script left; nothing where a policy that does not name it kept it from running. */
export const earlyHandshake = (): Promise<EarlyHandshake> | undefined => window.drawbridgeGreeting
