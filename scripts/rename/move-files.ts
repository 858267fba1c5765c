import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import ts from 'typescript'
import { root } from '../project-files.ts'

/** Folders within which modules import each other by relative paths; across them by the alias of the package. */
const rooms =
  /^(widget-app\/src\/(?:domain\/[^/]+|features\/[^/]+|[^/]+)|shared|host-sdk|server|e2e|bench|scripts)(?=\/)/

const aliases: readonly (readonly [prefix: string, folder: string])[] = [
  ['#widget/', 'widget-app/src/'],
  ['#shared/', 'shared/'],
  ['#server/', 'server/src/'],
  ['#stack/', 'e2e/stack/'],
]

const roomOf = (path: string): string => rooms.exec(path)?.[1] ?? ''

const isFile = (path: string): boolean => existsSync(join(root, path)) && statSync(join(root, path)).isFile()

/** The project file that a module specifier names, from the root; undefined for packages. A query of Vite is left out. */
export function resolved(from: string, specifier: string): string | undefined {
  const bare = specifier.replace(/\?.*$/, '')
  const alias = aliases.find(([prefix]) => bare.startsWith(prefix))
  const path = alias
    ? alias[1] + bare.slice(alias[0].length)
    : bare.startsWith('.')
      ? posix.join(posix.dirname(from), bare)
      : undefined
  if (path === undefined) return undefined
  return [path, `${path}.ts`, `${path}.tsx`].find(isFile)
}

/** @param isRelative an import from another room that is relative stays so: the published packages have no aliases */
export function specifierOf(from: string, to: string, isRelative = false): string {
  const alias = aliases.find(([, folder]) => to.startsWith(folder))
  if (alias && !isRelative && roomOf(from) !== roomOf(to)) return alias[0] + to.slice(alias[1].length)
  const path = posix.relative(posix.dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}

const staysRelative = (from: string, specifier: string, target: string): boolean =>
  specifier.startsWith('.') && roomOf(from) !== roomOf(target)

const isSpecifier = (node: ts.StringLiteralLike): boolean => {
  const { parent } = node
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent)) return true
  if (ts.isLiteralTypeNode(parent) && ts.isImportTypeNode(parent.parent)) return true
  if (ts.isNewExpression(parent))
    return parent.expression.getText() === 'URL' && parent.arguments?.[0] === node
  if (!ts.isCallExpression(parent) || parent.arguments[0] !== node) return false
  const callee = parent.expression
  return (
    callee.kind === ts.SyntaxKind.ImportKeyword ||
    /^vi\.(mock|doMock|importActual|unmock)$/.test(callee.getText())
  )
}

export type Edit = { readonly start: number; readonly end: number; readonly text: string }

export function withEdits(text: string, edits: readonly Edit[]): string {
  let result = text
  for (const { start, end, text: by } of edits.toSorted((left, right) => right.start - left.start))
    result = result.slice(0, start) + by + result.slice(end)
  return result
}

/** The text of a module with its specifiers as they are after the moves. */
function rewritten(path: string, text: string, movedTo: (path: string) => string): string {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const edits: Edit[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) && isSpecifier(node)) {
      const target = resolved(path, node.text)
      const isMoved = target !== undefined && (movedTo(target) !== target || movedTo(path) !== path)
      if (target !== undefined && isMoved && !isStillRight(path, node.text, target, movedTo)) {
        const query = /\?.*$/.exec(node.text)?.[0] ?? ''
        const isUrl = ts.isNewExpression(node.parent)
        const to = movedTo(target)
        const specifier = isUrl
          ? posix.relative(posix.dirname(movedTo(path)), to).replace(/^(?!\.)/, './')
          : specifierOf(movedTo(path), to, staysRelative(path, node.text, target))
        edits.push({ start: node.getStart() + 1, end: node.end - 1, text: specifier + query })
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return withEdits(text, edits)
}

/** Whether a specifier names the same module after the moves, in the form that this project uses. */
function isStillRight(
  from: string,
  specifier: string,
  target: string,
  movedTo: (path: string) => string,
): boolean {
  return (
    specifier.replace(/\?.*$/, '') ===
    specifierOf(movedTo(from), movedTo(target), staysRelative(from, specifier, target))
  )
}

/** Files that go with a module: its tests, its styles, and variants of it. */
const companions = (path: string, tracked: readonly string[]): readonly string[] => {
  const stem = path.replace(/\.tsx?$/, '')
  return tracked.filter((file) => file.startsWith(`${stem}.`) && file !== path)
}

/** All moves: those of the map, and of the files that go with them. */
export function allMoves(
  map: Readonly<Record<string, string>>,
  tracked: readonly string[],
): ReadonlyMap<string, string> {
  const moves = new Map(Object.entries(map))
  for (const [from, to] of Object.entries(map)) {
    const [oldStem, newStem] = [from.replace(/\.tsx?$/, ''), to.replace(/\.tsx?$/, '')]
    if (oldStem === from) continue
    for (const file of companions(from, tracked))
      if (!moves.has(file)) moves.set(file, newStem + file.slice(oldStem.length))
  }
  return moves
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The text of any file with the paths that it mentions as they are after the moves. */
function withPaths(text: string, moves: ReadonlyMap<string, string>): string {
  let result = text
  const short = (path: string) => path.replace(/^widget-app\/src\//, '')
  for (const [from, to] of moves) {
    if (!result.includes(short(from))) continue
    const pattern = new RegExp(
      `(?<![\\w/.-])(widget-app/src/|#widget/|\\.\\./)?${escaped(short(from))}(?![\\w-])`,
      'g',
    )
    result = result.replace(pattern, (_whole, prefix: string | undefined) => {
      return from.startsWith('widget-app/src/') ? (prefix ?? '') + short(to) : to
    })
  }
  return result
}

/** Moves files and follows them in imports and in every path that a file of the project mentions. */
export function moveFiles(map: Readonly<Record<string, string>>): void {
  const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
  const moves = allMoves(map, tracked)
  const movedTo = (path: string) => moves.get(path) ?? path
  const isModule = (path: string) => /\.(ts|tsx|mts)$/.test(path)
  const texts = new Map<string, string>()
  for (const path of tracked) {
    if (!/\.(tsx?|mts|cjs|mjs|json|md|css|html|ya?ml|sh)$|(^|\/)(NOTICE|run)$/.test(path)) continue
    if (/^(package-lock|docs\/record\/)/.test(path) || path.startsWith('scripts/rename/')) continue
    const text = readFileSync(join(root, path), 'utf8')
    const next = withPaths(isModule(path) ? rewritten(path, text, movedTo) : text, moves)
    if (next !== text) texts.set(movedTo(path), next)
  }
  for (const [from, to] of moves) {
    mkdirSync(join(root, dirname(to)), { recursive: true })
    execFileSync('git', ['mv', from, to], { cwd: root })
  }
  for (const [path, text] of texts) writeFileSync(join(root, path), text)
  console.log(`${moves.size} files moved, ${texts.size} files changed`)
}

const mapPath = process.argv[2]
if (mapPath && process.argv[1]?.endsWith('move-files.ts')) {
  const map: unknown = JSON.parse(readFileSync(mapPath, 'utf8'))
  moveFiles(map as Record<string, string>)
}
