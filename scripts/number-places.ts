/** A place where a number is none of money, by a part of its line that names it. */
export type NumberPlace = { readonly path: string; readonly line: string; readonly why: string }

const place = (path: string, line: string, why: string): NumberPlace => ({ path, line, why })
const widget = (path: string, line: string, why: string) => place(`widget-app/src/${path}`, line, why)

/** Every `Number(…)` and its kin, rounding of what is called like an amount included, in shared/ and widget-app/src/. What is not among these is taken for money. */
export const numberPlaces: readonly NumberPlace[] = [
  place('shared/api/origin-pattern.ts', 'Number(port)', 'a port'),
  place('shared/api/wire-text.ts', 'Number(exponent)', 'where the point stands in the text of an amount'),
  place('shared/bounded.ts', 'Number(value) >= min', 'a value that is a safe integer already'),
  place('shared/channel/wallets/wallet-standard-request.ts', 'Number(rest % 58n)', 'a digit of base58'),
  place('shared/config/theme.ts', 'Number.parseFloat(value)', 'pixels'),
  place('shared/names/coin-type.ts', 'Number(chainReference(chain))', 'the id of a chain'),
  widget('bridge/ethereum/subscriptions.ts', 'Number(to - from)', 'a count of blocks'),
  widget('chains/eip155/foreign-addresses.ts', 'Number(length)', 'a length of bytes within a call'),
  widget('chains/eip155/balances.ts', 'decimals: Number(places)', 'how many decimals there are'),
  widget('chains/eip155/canonical-typed-data.ts', 'Number(chainId)', 'the id of a chain, below 2^52'),
  widget('chains/eip155/erc20.ts', 'Number.parseInt(byte, 16)', 'a byte of a text'),
  widget('chains/eip155/read-router-plan.ts', 'Number(bips) / 100', 'a share in percent'),
  widget(
    'chains/eip155/balance-moves.ts',
    'Number(a.figure.value > 0n)',
    'an order: whether something comes or goes',
  ),
  widget('chains/eip155/token-figures.ts', 'decimals: Number(places)', 'how many decimals there are'),
  widget('chains/eip155/wallet-error.ts', '[Number(value)]', 'an error code'),
  widget('chains/eip155/wallet-answers.ts', '? Number(value) : value', 'the parity of a signature'),
  widget('chains/eip155/wallet-answers.ts', '? Number(number) : number', 'the parity of a signature'),
  widget('chains/eip155/wallet-answers.ts', 'bytes.slice(-2), 16', 'the parity of a signature'),
  widget('chains/polkadot/assets.ts', 'Number.parseInt(byte, 16)', 'a byte of a text'),
  widget('chains/polkadot/decode-transfer.ts', 'nonce.toNumber()', 'a count of transactions'),
  widget('chains/polkadot/metadata-request.ts', 'specVersion.toNumber()', 'a version'),
  widget('chains/polkadot/mortality.ts', 'Number(period)', 'a count of blocks'),
  widget('chains/polkadot/nodes.ts', 'specVersion.toNumber()', 'a version'),
  widget('chains/polkadot/read-runtime-call.ts', "argument(call, 'threshold')", 'a count of accounts'),
  widget('chains/polkadot/read-terms.ts', 'era.slice(2, 4), 16', 'a count of blocks'),
  widget('chains/polkadot/read-terms.ts', 'Number(payload.nonce)', 'a count of transactions'),
  widget('chains/polkadot/simulate.ts', 'Number((await read()).toString())', 'the id of a parachain'),
  widget('chains/solana/readers/program-call.ts', 'Number(u64())', 'a length in bytes'),
  widget('chains/solana/simulate.ts', 'Number(a.value > 0n)', 'an order: whether something comes or goes'),
  widget('features/onramp/display.ts', 'Number(from), Number(to)', 'a fee in percent'),
  widget('features/swap/built-calls.ts', 'Number(basisPoints) / 100', 'a share in percent'),
  widget('features/swap/display.ts', 'Number(basisPoints) / 100', 'a share in percent'),
  widget('kernel/balances.ts', 'Number(entry.quantity.decimals)', 'how many decimals there are'),
  widget('kernel/permission-words.ts', 'Number(seconds / length)', 'a count of weeks, days, hours'),
  widget('lib/date-text.ts', 'Number(seconds) * 1_000', 'a date'),
  widget('lib/http.ts', 'Number(header) * 1_000', 'a time to wait'),
  widget('lib/i18n/message.ts', 'Number(params.count ?? 0)', 'a count that a plural form is chosen by'),
  widget('lib/theme/apply-theme.ts', 'Math.round(value * 1000)', 'pixels'),
  widget('lib/theme/oklch.ts', 'Number.parseInt(hex.slice(1), 16)', 'a colour'),
  widget('ui/rolling-number.tsx', "'--digit': Number(char)", 'which digit of a drum is shown'),
  widget('ui/virtual-rows.tsx', "getAttribute('aria-posinset')", 'the place of a row'),
]
