/** A conversion that is not of money, identified by a part of its line. */
export type AllowedNumberConversion = { readonly path: string; readonly line: string; readonly why: string }

const conversion = (path: string, line: string, why: string): AllowedNumberConversion => ({ path, line, why })
const widgetConversion = (path: string, line: string, why: string) =>
  conversion(`widget-app/src/${path}`, line, why)

/**
 * Every `Number(…)` and similar conversion, and rounding of a name like an amount, in shared/ and widget-app/src/. Any other
 * counts as a conversion of money.
 */
export const allowedNumberConversions: readonly AllowedNumberConversion[] = [
  conversion('shared/amount/format-percent.ts', 'Number(basisPoints) / 100', 'a share in percent'),
  conversion('shared/api/origin-pattern.ts', 'Number(port)', 'a port'),
  conversion(
    'shared/api/wire-formats.ts',
    'Number(exponent)',
    'where the point stands in the text of an amount',
  ),
  conversion('shared/wire-schema.ts', 'Number(value) >= min', 'a value that is a safe integer already'),
  conversion('shared/channel/wallets/wallet-error.ts', '? Number(value) : value', 'an error code'),
  conversion('shared/channel/wallets/wallet-error.ts', '? Number(number) : undefined', 'an error code'),
  conversion('shared/channel/wallets/wallet-standard-request.ts', 'Number(rest % 58n)', 'a digit of base58'),
  conversion('shared/config/theme.ts', 'Number.parseFloat(value)', 'pixels'),
  conversion('shared/names/coin-type.ts', 'Number(chainReference(chain))', 'the id of a chain'),
  widgetConversion('bridge/ethereum/subscriptions.ts', 'Number(to - from)', 'a count of blocks'),
  widgetConversion('chains/request-wallet.ts', 'Number(error.data.code)', 'an error code'),
  widgetConversion(
    'chains/eip155/tokens/balances.ts',
    'decimals: Number(decimalPlaces)',
    'how many decimals there are',
  ),
  widgetConversion(
    'chains/eip155/canonical/canonical-typed-data.ts',
    'Number(chainId)',
    'the id of a chain, below 2^52',
  ),
  widgetConversion('chains/eip155/tokens/erc20.ts', 'Number.parseInt(byte, 16)', 'a byte of a text'),
  widgetConversion(
    'chains/eip155/decode/recover-authorization.ts',
    'chainId: Number(chainId)',
    'the number of a chain',
  ),
  widgetConversion('chains/eip155/decode/recover-authorization.ts', 'nonce: Number(nonce)', 'a count'),
  widgetConversion('chains/eip155/decode/recover-authorization.ts', 'yParity: Number(yParity)', 'a sign'),
  widgetConversion(
    'chains/eip155/simulate/balance-changes.ts',
    'Number(a.figure.value > 0n)',
    'an order: whether something comes or goes',
  ),
  widgetConversion(
    'chains/eip155/tokens/token-metadata.ts',
    'decimals: Number(decimalPlaces)',
    'how many decimals there are',
  ),
  widgetConversion('chains/eip155/wallet/wallet-error.ts', '[Number(value)]', 'an error code'),
  widgetConversion(
    'chains/eip155/wallet/wallet-responses.ts',
    '? Number(value) : value',
    'the parity of a signature',
  ),
  widgetConversion(
    'chains/eip155/wallet/wallet-responses.ts',
    '? Number(number) : number',
    'the parity of a signature',
  ),
  widgetConversion(
    'chains/eip155/wallet/wallet-responses.ts',
    'bytes.slice(-2), 16',
    'the parity of a signature',
  ),
  widgetConversion('chains/polkadot/assets.ts', 'Number.parseInt(byte, 16)', 'a byte of a text'),
  widgetConversion(
    'chains/polkadot/decode/decode-transfer.ts',
    'nonce.toNumber()',
    'a count of transactions',
  ),
  widgetConversion(
    'chains/polkadot/transactions/dispatch-error-messages.ts',
    'code.slice(2, 4), 16',
    'the number of an error',
  ),
  widgetConversion('chains/polkadot/metadata-request.ts', 'specVersion.toNumber()', 'a version'),
  widgetConversion('chains/polkadot/transactions/mortality.ts', 'Number(period)', 'a count of blocks'),
  widgetConversion('chains/polkadot/nodes.ts', 'specVersion.toNumber()', 'a version'),
  widgetConversion(
    'chains/polkadot/decode/decode-runtime-call.ts',
    "argument(call, 'threshold')",
    'a count of accounts',
  ),
  widgetConversion('chains/polkadot/decode/decode-terms.ts', 'era.slice(2, 4), 16', 'a count of blocks'),
  widgetConversion(
    'chains/polkadot/decode/decode-terms.ts',
    'Number(payload.nonce)',
    'a count of transactions',
  ),
  widgetConversion(
    'chains/polkadot/decode/simulate.ts',
    'Number((await read()).toString())',
    'the id of a parachain',
  ),
  widgetConversion('chains/solana/decode/programs/program-call.ts', 'Number(u64())', 'a length in bytes'),
  widgetConversion(
    'chains/solana/tokens/token-terms.ts',
    'Number(elapsed)',
    'seconds, for a rate of interest',
  ),
  widgetConversion(
    'chains/solana/tokens/token-terms.ts',
    'Number(displayParts)',
    'parts in which a factor is counted',
  ),
  widgetConversion(
    'chains/solana/decode/simulate.ts',
    'Number(a.value > 0n)',
    'an order: whether something comes or goes',
  ),
  widgetConversion('chains/solana/tokens/mint-metadata.ts', 'Number(next.at) * 1_000', 'a date'),
  widgetConversion('features/onramp/atoms/texts.ts', 'Number(from), Number(to)', 'a fee in percent'),
  widgetConversion(
    'features/swap/plan/validate-built-calls.ts',
    'Number(basisPoints) / 100',
    'a share in percent',
  ),
  widgetConversion(
    'domain/balances/balances.ts',
    'Number(entry.quantity.decimals)',
    'how many decimals there are',
  ),
  widgetConversion('domain/transactions/bundle-status.ts', 'Number(text)', 'a status code'),
  widgetConversion(
    'domain/review/permission-messages.ts',
    'Number(seconds / length)',
    'a count of weeks, days, hours',
  ),
  widgetConversion('lib/date-text.ts', 'Number(seconds) * 1_000', 'a date'),
  widgetConversion('lib/http.ts', 'Number(header) * 1_000', 'a time to wait'),
  widgetConversion(
    'lib/i18n/message.ts',
    'Number(params.count ?? 0)',
    'a count that a plural form is chosen by',
  ),
  widgetConversion('lib/theme/apply-theme.ts', 'Math.round(value * 1000)', 'pixels'),
  widgetConversion('lib/theme/oklch.ts', 'Number.parseInt(hex.slice(1), 16)', 'a colour'),
  widgetConversion(
    'ui/display/rolling-number.tsx',
    "'--digit': Number(char)",
    'which digit of a drum is shown',
  ),
  widgetConversion('ui/lists/virtual-rows.tsx', "getAttribute('aria-posinset')", 'the place of a row'),
]
