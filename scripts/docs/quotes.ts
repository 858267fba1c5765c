/** Lines of the blocks of a page that quote the console or the message of an error, with their line numbers. */
function quotesOf(markdown: string): readonly { readonly line: number; readonly text: string }[] {
  return [...markdown.matchAll(/^```console\n([\s\S]*?)^```/gm)].flatMap((match) => {
    const first = markdown.slice(0, match.index).split('\n').length + 1
    return (match[1] ?? '')
      .trimEnd()
      .split('\n')
      .map((text, index) => ({ line: first + index, text: text.trimEnd() }))
  })
}

/** The parts of a quote that the source has literally: examples of origins, codes, names and values are filled in. */
const literalParts = (text: string): readonly string[] =>
  text
    .split(
      /https:\/\/[\w.]+\w|^\[drawbridge\] (?:APKT\d+ )?|(?<=loaded\.) |:$|\bthemeMode\b|"blue"|'light', 'dark' or 'auto'/,
    )
    .map((part) => part.trim())
    .filter((part) => /\w{2}/.test(part))

/** Quotes of a page of which a part is in none of the source texts, as sentences. */
export function quoteProblems(page: string, markdown: string, sources: readonly string[]): readonly string[] {
  return quotesOf(markdown).flatMap(({ line, text }) =>
    literalParts(text)
      .filter((part) => !sources.some((source) => source.includes(part)))
      .map((part) => `${page}:${line} quotes “${part}”, which no source has`),
  )
}
