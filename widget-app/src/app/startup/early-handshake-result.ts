import type { Greeting } from '#widget/bridge/early-handshake.ts'

declare global {
  interface Window {
    /** The greeting of the document's own script, which shares no module with the files. */
    drawbridgeGreeting?: Promise<Greeting>
  }
}

/** Leaves a greeting for the files to find. */
export function keepGreeting(greeting: Promise<Greeting>): void {
  // Who boots the widget hears of a failure; until then it is nobody's.
  greeting.catch(() => {})
  window.drawbridgeGreeting = greeting
}

/** What the document's own script left; nothing where a policy that does not name it kept it from running. */
export const keptGreeting = (): Promise<Greeting> | undefined => window.drawbridgeGreeting
