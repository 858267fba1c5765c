/** Letters of other scripts and digits, each before the Latin letter that it resembles. */
const lookAlikes = new Map(
  'АA ВB СC ЕE НH ІI ЈJ КK МM ОO РP ЅS ТT УY ХX ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ՍU ᎠD ᏚS 0O 1I LI 5S $S'
    .concat(' ꓐB ꓚC ꓓD ꓰE ꓧH ꓠN ꓳO ꓢS ꓔT ꓴU ʙB ᴄC ᴅD ᴇE ʜH ɴN ᴏO ꜱS ᴛT ᴜU ᴡW ʟL ꞮI ᴀA')
    .split(' ')
    .map(([char = '', latin = '']): readonly [string, string] => [char, latin]),
)

/** Invisible letters, such as the fillers of Hangul. */
const shapeless = /\p{Default_Ignorable_Code_Point}/u

/** The Latin letters that a symbol resembles at a glance. */
export const skeleton = (symbol: string): string =>
  [...symbol.normalize('NFKD').toUpperCase()]
    .filter((char) => /[\p{L}\p{N}$]/u.test(char) && !shapeless.test(char))
    .map((char) => lookAlikes.get(char) ?? char)
    .join('')

/** Symbols that are imitated most often, whatever tokens an account has. */
export const wellKnownSymbols = ['BNB', 'BTC', 'DAI', 'DOT', 'ETH', 'SOL', 'USDC', 'USDT', 'WBTC', 'WETH']

const famousSkeletons: ReadonlySet<string> = new Set(wellKnownSymbols.map(skeleton))

/** Whether a symbol resembles, or has a word that resembles, a well-known one: `USDC`, `U5DC`, `USDC and 2 ETH`. */
export const isImpersonatedSymbol = (symbol: string): boolean =>
  [symbol, ...symbol.split(/\s+/)].some((part) => famousSkeletons.has(skeleton(part)))
