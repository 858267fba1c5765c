import type { EarlyHandshake } from '#widget/bridge/early-handshake.ts'

declare global {
  interface Window {
    /** The handshake of the document's inline script, which shares no module with the files. */
    drawbridgeGreeting?: Promise<EarlyHandshake>
  }
}

/** Stores a handshake for the files. */
export function storeEarlyHandshake(handshake: Promise<EarlyHandshake>): void {
  // The code that boots the widget handles a failure; this prevents an unhandled rejection until then.
  handshake.catch(() => {})
  window.drawbridgeGreeting = handshake
}

/** The handshake of the inline script; undefined if a content security policy blocked the script. */
export const earlyHandshake = (): Promise<EarlyHandshake> | undefined => window.drawbridgeGreeting
