import ts from 'typescript'
import { titlesOf } from './test-titles.ts'

/** Targets of citations: paths of the project's files, and each Markdown page's text by its path. */
export type Citable = { readonly paths: ReadonlySet<string>; readonly pages: ReadonlyMap<string, string> }

/** The page of numbered decisions (D), threats (T) and tests. */
export const numbersPage = 'docs/security-numbers.md'

/** The page of the specification's rules, by section and number. */
export const specificationPage = 'docs/specification.md'

/** Anchors of a page's headings, as GitHub creates them: a repeated one has its count appended. */
export function anchorsOf(markdown: string): ReadonlySet<string> {
  const anchors = new Set<string>()
  const prose = markdown.replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, '')
  for (const [, heading = ''] of prose.matchAll(/^#{1,6} +(.+?)\s*$/gm)) {
    const name = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-')
    let anchor = name
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${name}-${count}`
    anchors.add(anchor)
  }
  return anchors
}

/** Comments of a TypeScript file, and titles of its tests: code and other strings are not searched for citations. */
export function citingText(source: string, path: string): readonly string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, false)
  const comments = new Map<number, string>()
  const visit = (node: ts.Node): void => {
    const around = [
      ...(ts.getLeadingCommentRanges(source, node.pos) ?? []),
      ...(ts.getTrailingCommentRanges(source, node.end) ?? []),
    ]
    if (node.kind !== ts.SyntaxKind.JsxText)
      for (const { pos, end } of around) comments.set(pos, source.slice(pos, end))
    for (const child of node.getChildren(file)) visit(child)
  }
  visit(file)
  const titles = /\.(test|spec)\.tsx?$/.test(path) ? titlesOf(source) : []
  return [...[...comments.values()].map((text) => text.replaceAll(/\s*\n\s*\*\s?/g, ' ')), ...titles]
}

const numbered = /\bchannel (?:threat |decision )?((?:[DT]\d{1,2})(?:, [DT]\d{1,2})*)\b|\(([DT]\d{1,2})\)/g
const numberedTests = /\(tests? (\d{1,2}(?:, \d{1,2})*)\b/g
const specified = /\bSPEC §(\d+(?:\.\d+)?)(?: (sign-in flow \d+))?/g
const pageName = /(?<![\w@/.:-])((?:[\w.-]+\/)*[\w-]+\.md)(?:#([\w-]+))?/g
const unknownSection = /\b(?:channel|facts|appkit-facts) §[\d.]+/g

/** Citations of comments and titles that do not resolve in the project, as sentences. */
export function citationProblems(
  path: string,
  texts: readonly string[],
  citable: Citable,
): readonly string[] {
  const numbers = anchorsOf(citable.pages.get(numbersPage) ?? '')
  const specification = citable.pages.get(specificationPage) ?? ''
  return texts.flatMap((text) => {
    const ids = [...text.matchAll(numbered)].flatMap((found) => (found[1] ?? found[2] ?? '').split(', '))
    const tests = [...text.matchAll(numberedTests)].flatMap((found) => (found[1] ?? '').split(', '))
    return [
      ...ids.filter((id) => !numbers.has(id.toLowerCase())),
      ...tests.filter((id) => !numbers.has(`test-${id}`)).map((id) => `test ${id}`),
      ...[...text.matchAll(specified)]
        .filter(([, number = '', flow]) => !isSpecified(specification, number, flow))
        .map(([cited]) => cited),
      ...[...text.matchAll(pageName)]
        .filter(([, page = '', anchor]) => !isPage(page, anchor, path, citable))
        .map(([cited]) => cited),
      ...(text.match(unknownSection) ?? []),
    ].map((cited) => `${path}: cites ${cited}, which is not in the repository`)
  })
}

/** Links of a Markdown page to missing files or headings of the project, as sentences; URLs are not fetched. */
export function linkProblems(path: string, markdown: string, citable: Citable): readonly string[] {
  return [...markdown.matchAll(/\]\((?![a-z]+:)([^)\s#]*)(?:#([^)\s]+))?\)/g)]
    .filter(([, to = '', anchor]) => !isLinked(to === '' ? path : resolvePath(path, to), anchor, citable))
    .map(
      ([, to = '', anchor]) =>
        `${path}: links to ${to}${anchor === undefined ? '' : `#${anchor}`}, which is not there`,
    )
}

/** True if the specification has a section (`4`) or a rule (`4.27`), and a numbered step of a flow. */
function isSpecified(specification: string, number: string, flow: string | undefined): boolean {
  const marker = number.includes('.') ? `**${number}**` : `\n## ${number}. `
  return specification.includes(marker) && (flow === undefined || specification.includes(`(${flow})`))
}

function isPage(page: string, anchor: string | undefined, from: string, citable: Citable): boolean {
  return [page, `docs/${page}`, resolvePath(from, page)].some((path) => isLinked(path, anchor, citable))
}

function isLinked(path: string, anchor: string | undefined, { paths, pages }: Citable): boolean {
  const exists = paths.has(path) || [...paths].some((name) => name.startsWith(`${path.replace(/\/$/, '')}/`))
  return exists && (anchor === undefined || anchorsOf(pages.get(path) ?? '').has(anchor))
}

/** A relative path from a file's folder, without `.` and `..`. */
function resolvePath(from: string, to: string): string {
  return new URL(to, `file:///${from}`).pathname.slice(1)
}
