/**
 * Setup of tests: a window with events and without a document. It suffices for wallets in a page, and is much faster to
 * create than jsdom, of which each mutant would need several.
 */

// Capturing listeners run first, which Node.js's event target does not do.
const [capturing, others] = [new EventTarget(), new EventTarget()]

type Options = boolean | AddEventListenerOptions | undefined
const targetOf = (options: Options): EventTarget =>
  (typeof options === 'object' ? options.capture : options) ? capturing : others

Object.assign(globalThis, {
  window: globalThis,
  addEventListener: (type: string, listener: EventListener, options?: Options) =>
    targetOf(options).addEventListener(type, listener, options),
  removeEventListener: (type: string, listener: EventListener, options?: Options) =>
    targetOf(options).removeEventListener(type, listener, options),
  dispatchEvent: (event: Event) => capturing.dispatchEvent(event) && others.dispatchEvent(event),
})
