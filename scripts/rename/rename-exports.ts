import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { root } from '../project-files.ts'
import { type Edit, withEdits } from './move-files.ts'
import { createProgram } from './program.ts'

/** New names of exported or local declarations, by file and present name. */
type NameMap = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Symbols declared at the top of a module, under their name. */
function topSymbols(checker: ts.TypeChecker, source: ts.SourceFile): ReadonlyMap<string, ts.Symbol> {
  const found = new Map<string, ts.Symbol>()
  const add = (name: ts.Node | undefined) => {
    if (!name || !ts.isIdentifier(name)) return
    const symbol = checker.getSymbolAtLocation(name)
    if (symbol) found.set(name.text, symbol)
  }
  const addBinding = (name: ts.BindingName): void => {
    if (ts.isIdentifier(name)) add(name)
    else for (const element of name.elements) if (ts.isBindingElement(element)) addBinding(element.name)
  }
  for (const one of source.statements) {
    if (ts.isVariableStatement(one)) for (const { name } of one.declarationList.declarations) addBinding(name)
    else if (
      ts.isFunctionDeclaration(one) ||
      ts.isTypeAliasDeclaration(one) ||
      ts.isInterfaceDeclaration(one) ||
      ts.isClassDeclaration(one)
    )
      add(one.name)
  }
  return found
}

const resolvedSymbol = (checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol

export function renameExports(map: NameMap): void {
  const program = createProgram()
  const checker = program.getTypeChecker()
  /** By declaration: the type of an `import()` has symbols of its own. */
  const renamed = new Map<ts.Node, string>()
  const oldNames = new Set<string>()
  for (const [path, names] of Object.entries(map)) {
    const source = program.getSourceFile(join(root, path))
    if (!source) throw new Error(`${path} is not in the program`)
    const symbols = topSymbols(checker, source)
    for (const [from, to] of Object.entries(names)) {
      const symbol = symbols.get(from)
      if (!symbol) {
        console.log(`${path} declares no ${from}`)
        continue
      }
      for (const declaration of symbol.declarations ?? []) renamed.set(declaration, to)
      oldNames.add(from)
    }
  }
  const newNameOf = (symbol: ts.Symbol): string | undefined =>
    symbol.declarations?.map((one) => renamed.get(one)).find((name) => name !== undefined)
  const sources = program.getSourceFiles().filter(({ fileName }) => !fileName.includes('/node_modules/'))
  // `const { a } = await import('./b.ts')` declares a variable of that name.
  const follow = (node: ts.Node): void => {
    if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent) && ts.isIdentifier(node.name)) {
      const key = node.propertyName ?? node.name
      const isKnown = ts.isIdentifier(key) && oldNames.has(key.text)
      const property = isKnown && checker.getPropertyOfType(checker.getTypeAtLocation(node.parent), key.text)
      const to = property ? newNameOf(property) : undefined
      if (to !== undefined) renamed.set(node.propertyName ?? node, to)
    }
    ts.forEachChild(node, follow)
  }
  for (const source of sources) follow(source)
  let changed = 0
  for (const source of sources) {
    const edits: Edit[] = []
    const present = new Set<string>()
    const fresh = new Set<string>()
    const visit = (node: ts.Node): void => {
      if (ts.isIdentifier(node)) {
        if (!ts.isPropertyAccessExpression(node.parent) || node.parent.name !== node) present.add(node.text)
        if (oldNames.has(node.text)) rename(node)
      }
      ts.forEachChild(node, visit)
    }
    const rename = (node: ts.Identifier): void => {
      const { parent } = node
      const isShorthand = ts.isShorthandPropertyAssignment(parent) && parent.name === node
      const symbol = isShorthand
        ? checker.getShorthandAssignmentValueSymbol(parent)
        : checker.getSymbolAtLocation(node)
      if (ts.isBindingElement(parent) && parent.propertyName === node) {
        const to = renamed.get(node)
        if (to !== undefined) edits.push({ start: node.getStart(), end: node.end, text: to })
        return
      }
      if (!symbol) return
      const to = newNameOf(resolvedSymbol(checker, symbol))
      if (to === undefined) return
      fresh.add(to)
      edits.push({ start: node.getStart(), end: node.end, text: isShorthand ? `${node.text}: ${to}` : to })
    }
    visit(source)
    if (edits.length === 0) continue
    const gone = new Set([...oldNames])
    for (const name of fresh)
      if (present.has(name) && !gone.has(name))
        console.log(`${source.fileName.slice(root.length)} already has ${name}`)
    writeFileSync(source.fileName, withEdits(source.text, edits))
    changed += 1
  }
  console.log(`${renamed.size} names, ${changed} files changed`)
}

const mapPath = process.argv[2]
if (mapPath && process.argv[1]?.endsWith('rename-exports.ts'))
  renameExports(JSON.parse(readFileSync(mapPath, 'utf8')) as NameMap)
