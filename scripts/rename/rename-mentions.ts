import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { projectFiles, root } from '../project-files.ts'

/** A name that means nothing else in a sentence. */
const isDistinct = (name: string): boolean => /^[a-z]+[A-Z]|^[A-Z][a-z]+[A-Z]/.test(name)

/** Comments of a module, from their start to their end. */
function commentsOf(text: string): readonly (readonly [number, number])[] {
  const found: (readonly [number, number])[] = []
  const source = ts.createSourceFile('a.tsx', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const seen = new Set<number>()
  const visit = (node: ts.Node): void => {
    for (const { pos, end } of ts.getLeadingCommentRanges(text, node.pos) ?? [])
      if (!seen.has(pos)) {
        seen.add(pos)
        found.push([pos, end])
      }
    for (const child of node.getChildren(source)) visit(child)
  }
  visit(source)
  return found.toSorted(([left], [right]) => right - left)
}

/** Follows renamed exports where comments, documents and the texts of mutations mention them. */
export function renameMentions(map: Readonly<Record<string, Readonly<Record<string, string>>>>): void {
  const names = new Map<string, Set<string>>()
  for (const of of Object.values(map))
    for (const [from, to] of Object.entries(of)) names.set(from, (names.get(from) ?? new Set()).add(to))
  const sure = [...names].flatMap(([from, to]) =>
    to.size === 1 && isDistinct(from) ? [[from, [...to][0] ?? from] as const] : [],
  )
  const replaced = (text: string): string =>
    sure.reduce(
      (result, [from, to]) =>
        result.includes(from) ? result.replace(new RegExp(`\\b${from}\\b`, 'g'), to) : result,
      text,
    )
  let changed = 0
  for (const { path, text: read } of projectFiles(/\.(tsx?|md|css|cjs)$/)) {
    if (/^(docs\/(record|glossary)|scripts\/rename|CHANGELOG)/.test(path)) continue
    const text = read()
    let next = text
    if (/\.(md|css|cjs)$/.test(path)) next = replaced(text)
    else
      for (const [start, end] of commentsOf(text))
        next = next.slice(0, start) + replaced(next.slice(start, end)) + next.slice(end)
    if (next === text) continue
    writeFileSync(join(root, path), next)
    changed += 1
  }
  console.log(`${sure.length} names, mentioned in ${changed} files`)
}

const mapPath = process.argv[2]
if (mapPath && process.argv[1]?.endsWith('rename-mentions.ts'))
  renameMentions(JSON.parse(readFileSync(mapPath, 'utf8')))
