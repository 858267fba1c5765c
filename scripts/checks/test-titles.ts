const call = /(?<![.\w'"`])(?:test|it)(?:\.(?!describe\b|step\b)\w+)*\s*\(\s*(?=['"`])/g
const tableCall = /(?<![.\w'"`])(?:test|it)\.(?:each|for)\s*(?:<[^>]*>)?\s*\(/g
const quoted = /^\s*\(?\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/s

/** Titles of the tests in a file's text, as written there: placeholders of tables are unchanged. */
export function titlesOf(source: string): readonly string[] {
  const starts = [...source.matchAll(call)].map((found) => found.index + found[0].length)
  const tables = [...source.matchAll(tableCall)].map((found) =>
    afterParenthesis(source, found.index + found[0].length),
  )
  return [...starts, ...tables].flatMap((start) => {
    const text = quoted.exec(source.slice(start, start + 600))?.[2]
    return text === undefined ? [] : [text.replaceAll(/\\(['"`\\])/g, '$1')]
  })
}

/** The index after the parenthesis that closes the one before `start`; skips strings and nesting. */
function afterParenthesis(source: string, start: number): number {
  let depth = 1
  let at = start
  while (at < source.length && depth > 0) {
    const rest = source.slice(at, at + 4_000)
    const skip = /^(?:(['"`])(?:\\.|(?!\1)[^\\])*\1|\/\/[^\n]*|\/\*[\s\S]*?\*\/)/.exec(rest)?.[0].length
    if (skip !== undefined) {
      at += skip
      continue
    }
    if (source[at] === '(') depth += 1
    if (source[at] === ')') depth -= 1
    at += 1
  }
  return at
}
