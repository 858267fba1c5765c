/** The widget's name among the wallets of a page. */
export const widgetWalletName = 'Drawbridge'

/** Reverse domain name of its EIP-6963 announcement. */
export const widgetWalletRdns = 'app.drawbridge'

/** Its key in `window.injectedWeb3`. */
export const widgetInjectedId = 'drawbridge'

/**
 * On every object that represents a widget. The symbol is global in the page, so other builds of the SDK recognise it too.
 */
export const widgetWalletSymbol: unique symbol = Symbol.for('drawbridge.wallet')

/** An object that represents a widget. */
export type WidgetWallet = { readonly [widgetWalletSymbol]: true }

const reservedIds: readonly unknown[] = [widgetWalletRdns, widgetInjectedId]

/**
 * True if an object of the page represents a widget: this instance, another one or another build. A wallet that only claims
 * the widget's rdns, name or key without the symbol is excluded too: no wallet has a reason to. Throws what a getter of the
 * page throws.
 */
export const isWidgetWallet = (object: unknown, claim?: unknown): boolean =>
  Reflect.get(Object(object), widgetWalletSymbol) === true ||
  reservedIds.includes(String(claim).toLowerCase())
