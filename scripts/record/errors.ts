import { bundleCodes, bundleTexts } from '../../shared/errors/bundle-codes.ts'
import { alerts, extensionTexts, texts, type WidgetErrorCode } from '../../shared/errors/codes.ts'
import { linkReasons, providerCodes } from '../../shared/errors/provider-error.ts'
import { WidgetError } from '../../shared/errors/widget-error.ts'
import { encodeError } from '../../shared/errors/wire-error.ts'
import type { Json } from './json-value.ts'

const textsOf = (functions: { readonly [name: string]: (id: string) => string }): readonly string[] =>
  Object.values(functions).map((textOf) => textOf('<id>'))

/**
 * Codes of the errors that the widget throws, in addition to those of `alerts`; a missing or deleted code does not compile.
 */
const widgetCodes: { readonly [Code in Exclude<WidgetErrorCode, keyof typeof alerts>]: true } = {
  'caip/invalid-chain-id': true,
  'caip/invalid-account-id': true,
  'amount/invalid': true,
  'address/invalid': true,
  'address/checksum': true,
  'config/invalid': true,
  'config/widget-url': true,
  'link/unreachable': true,
  'link/rejected': true,
  'link/closed': true,
  'modal/closed': true,
  'wallet/missing-id': true,
  'wallet/not-found': true,
  'wallet/already-connected': true,
  'wallet/not-connected': true,
  'wallet/not-answering': true,
  'wallet/no-account': true,
  'pairing/expired': true,
  'pairing/nothing-approved': true,
  'pairing/no-method': true,
  'pairing/not-set-up': true,
  'pairing/no-project-id': true,
  'chain/unsupported': true,
  'chain/not-supported-by-wallet': true,
  'chain/not-switched': true,
  'send/fields-required': true,
  'send/token-required': true,
  'send/failed': true,
  'send/mismatch': true,
  'name/invalid': true,
  'name/unresolved': true,
  'swap/not-as-agreed': true,
  'swap/price-moved': true,
  'exchange/refused': true,
  'siwx/not-enabled': true,
  'siwx/no-address': true,
  'siwx/no-network': true,
  'siwx/no-client': true,
  'siwx/invalid-message': true,
  'siwx/not-verified': true,
  'balance/unavailable': true,
  'balance/retry-too-soon': true,
  'http/status': true,
  'http/invalid-response': true,
  'http/timeout': true,
  'http/network': true,
  'storage/quota': true,
  'storage/invalid': true,
}

const isWidgetCode = (code: string): code is WidgetErrorCode => code in widgetCodes || code in alerts

/** Every error code and text that a site or a service can receive, by value: names in code may change. */
export const errors: Json = {
  provider: Object.values(providerCodes).toSorted((a, b) => a - b),
  bundle: Object.values(bundleCodes),
  bundleTexts: Object.values(bundleTexts).toSorted(),
  linkReasons: linkReasons.toSorted(),
  alerts: Object.fromEntries(Object.entries(alerts).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  texts: [...Object.values(texts), ...textsOf(extensionTexts)].toSorted(),
  widget: Object.fromEntries(
    Object.keys(widgetCodes)
      .filter(isWidgetCode)
      .toSorted()
      .map((code) => [code, encodeError(new WidgetError(code, 'Text')).code]),
  ),
}
