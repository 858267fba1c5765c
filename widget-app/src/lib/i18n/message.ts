/** A text with `{name}` gaps, or one per plural form of its `{count}` (CLDR categories). */
export type Message = string | PluralMessage
export type PluralMessage = { readonly [Form in Intl.LDMLPluralRule]?: string } & { readonly other: string }

export type Messages = { readonly [key: string]: Message }

/** A translation; missing keys are shown in English. */
export type Translation<Source extends Messages> = { readonly [Key in keyof Source]?: Message }

/** Names of the gaps in a text: `'amount' | 'symbol'` of `'Send {amount} {symbol}'`. */
export type GapsOf<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | GapsOf<Rest>
  : never

type ParamsOf<Gaps extends string, Plural extends string> = { readonly [Name in Gaps]: string | number } & {
  readonly [Name in Plural]: number
}

/** Arguments which a message needs: none, or one object with a value per gap. */
export type ArgumentsOf<M extends Message> = M extends string
  ? [GapsOf<M>] extends [never]
    ? []
    : [params: ParamsOf<GapsOf<M>, never>]
  : M extends PluralMessage
    ? [params: ParamsOf<Exclude<GapsOf<M['other']>, 'count'>, 'count'>]
    : never

/** Letters that reverse the direction of adjacent text (blocks of bidirectional class R and AL, in UTF-16). */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufefc\ud802\ud803\ud83a\ud83b]/

/**
 * Selects the plural form and fills the gaps; a gap without value stays visible as `{name}`. A name, an amount or an address
 * keeps its own order in a text of the other direction, and does not change the order of the text (Unicode isolates).
 */
export function formatMessage(
  message: Message,
  params: Readonly<Record<string, string | number>>,
  { tag, direction }: { readonly tag: string; readonly direction: 'ltr' | 'rtl' },
): string {
  const text = typeof message === 'string' ? message : pluralForm(message, Number(params.count ?? 0), tag)
  return text.replace(/\{(\w+)\}/g, (gap, name: string) => {
    const value = params[name]
    if (value === undefined) return gap
    if (typeof value === 'number') return new Intl.NumberFormat(tag).format(value)
    return direction === 'rtl' || rightToLeft.test(value) ? `\u2068${value}\u2069` : value
  })
}

const pluralForm = (message: PluralMessage, count: number, locale: string): string =>
  message[new Intl.PluralRules(locale).select(count)] ?? message.other
