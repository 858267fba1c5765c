/** A text with `{name}` gaps, or one per plural form of its `{count}` (CLDR categories). */
export type Message = string | PluralMessage
export type PluralMessage = { readonly [Form in Intl.LDMLPluralRule]?: string } & { readonly other: string }

export type Messages = { readonly [key: string]: Message }

/** A translation: what it leaves out is shown in English. */
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

/** Chooses the plural form and fills the gaps; a gap without value stays visible as `{name}`. */
export function formatMessage(
  message: Message,
  params: Readonly<Record<string, string | number>>,
  locale: string,
): string {
  const text = typeof message === 'string' ? message : pluralForm(message, Number(params.count ?? 0), locale)
  return text.replace(/\{(\w+)\}/g, (gap, name: string) => {
    const value = params[name]
    if (value === undefined) return gap
    return typeof value === 'number' ? new Intl.NumberFormat(locale).format(value) : value
  })
}

const pluralForm = (message: PluralMessage, count: number, locale: string): string =>
  message[new Intl.PluralRules(locale).select(count)] ?? message.other
