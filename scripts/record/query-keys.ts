import ts from 'typescript'
import { projectFiles } from '../project-files.ts'
import type { Json } from './json-value.ts'

const sources = /^widget-app\/src\/.*(?<!\.(test|d)|\/fixtures)\.tsx?$/

const parse = (path: string, text: string): ts.SourceFile =>
  ts.createSourceFile(
    path,
    text,
    ts.ScriptTarget.Latest,
    true,
    path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )

function each(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  ts.forEachChild(node, (child) => each(child, visit))
}

const memberOf = (
  object: ts.ObjectLiteralExpression,
  name: string,
): ts.ObjectLiteralElementLike | undefined => object.properties.find((one) => one.name?.getText() === name)

/** The list in `key`, if an object is the options of a query: it has `load`, too. */
function keyOf(node: ts.Node): ts.ArrayLiteralExpression | undefined {
  if (!ts.isObjectLiteralExpression(node) || memberOf(node, 'load') === undefined) return undefined
  const key = memberOf(node, 'key')
  return key && ts.isPropertyAssignment(key) && ts.isArrayLiteralExpression(key.initializer)
    ? key.initializer
    : undefined
}

/** String constants that a file declares. */
function constantsIn(file: ts.SourceFile): readonly (readonly [name: string, text: string])[] {
  return file.statements.filter(ts.isVariableStatement).flatMap(({ declarationList }) =>
    declarationList.declarations.flatMap(({ name, initializer }) => {
      const value = initializer && ts.isAsExpression(initializer) ? initializer.expression : initializer
      return ts.isIdentifier(name) && value && ts.isStringLiteral(value)
        ? [[name.text, value.text] as const]
        : []
    }),
  )
}

const importedNames = (file: ts.SourceFile): ReadonlySet<string> =>
  new Set(
    file.statements
      .filter(ts.isImportDeclaration)
      .flatMap(({ importClause }) =>
        importClause?.namedBindings && ts.isNamedImports(importClause.namedBindings)
          ? importClause.namedBindings.elements.map(({ name }) => name.text)
          : [],
      ),
  )

/** String constants are kept; `*` is one value at run time, `...` any number of them. */
function part(element: ts.Expression, constants: ReadonlyMap<string, string>): string {
  if (ts.isStringLiteral(element)) return element.text
  if (ts.isSpreadElement(element)) return '...'
  return (ts.isIdentifier(element) ? constants.get(element.text) : undefined) ?? '*'
}

/**
 * The keys of the widget's queries, as written in their options: a key is created inside a function of atoms, from which
 * nothing can be imported.
 */
export function queryKeys(): Json {
  const texts = projectFiles(sources).map((file) => ({ path: file.path, text: file.text() }))
  const files = texts.filter(({ text }) => /\bkey: ?\[/.test(text)).map(({ path, text }) => parse(path, text))
  const names = new Set(files.flatMap((file) => [...importedNames(file)]))
  // Of the other files only those are parsed that may declare one of these names as a string.
  const candidates = texts.filter(({ text }) =>
    [...text.matchAll(/^export const (\w+) = '/gm)].some(([, name = '']) => names.has(name)),
  )
  const exported = new Map(candidates.flatMap(({ path, text }) => constantsIn(parse(path, text))))
  const keys = files.flatMap((file) => {
    const imported = [...exported].filter(([name]) => importedNames(file).has(name))
    const constants = new Map([...imported, ...constantsIn(file)])
    const found: string[] = []
    each(file, (node) => {
      const key = keyOf(node)
      if (key !== undefined) found.push(key.elements.map((element) => part(element, constants)).join(' / '))
    })
    return found
  })
  return keys.toSorted()
}
