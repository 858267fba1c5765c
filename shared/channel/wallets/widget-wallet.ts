/** What the widget calls itself where it stands among the wallets of a page. */
export const ownName = 'Drawbridge'

/** Reverse domain name of its EIP-6963 announcement. */
export const ownRdns = 'app.drawbridge'

/** Its key in `window.injectedWeb3`. */
export const ownInjectedId = 'drawbridge'

/** On every object that stands for a widget. The symbol is of the whole page, so other builds of the SDK know it too. */
export const widgetWalletSymbol: unique symbol = Symbol.for('drawbridge.wallet')

/** An object that stands for a widget. */
export type WidgetWallet = { readonly [widgetWalletSymbol]: true }

const ownClaims: readonly unknown[] = [ownRdns, ownInjectedId]

/**
 * Whether an object of the page stands for a widget, of this instance, another one or another build. Who only claims
 * to (our rdns, name or key without the mark) is left out with it: no wallet has a reason to. Throws what a getter of
 * the page throws.
 */
export const isWidgetWallet = (object: unknown, claim?: unknown): boolean =>
  Reflect.get(Object(object), widgetWalletSymbol) === true || ownClaims.includes(String(claim).toLowerCase())
