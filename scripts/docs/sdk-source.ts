import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import ts from 'typescript'
import { root } from '../project-files.ts'
import { plainComment } from './sdk-types.ts'

/** A value of a list or a member of an object in the source, with the comment before it. */
export type CommentedValue = { readonly name: string; readonly value: string; readonly text: string }

const parse = (path: string): ts.SourceFile =>
  ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)

/** The comment between two positions as one line, without its delimiters; the last one if there are several. */
function commentBetween(source: ts.SourceFile, from: number, to: number): string {
  const comments = [...source.text.slice(from, to).matchAll(/\/\*\*([\s\S]*?)\*\//g)]
  return plainComment((comments.at(-1)?.[1] ?? '').replaceAll(/\n\s*\*/g, ' ').replace(/\s@\w+[\s\S]*$/, ''))
}

/** The declaration of a name at the top of a file. */
function declarationOf(source: ts.SourceFile, name: string): ts.Node | undefined {
  for (const statement of source.statements) {
    if (ts.isVariableStatement(statement)) {
      const found = statement.declarationList.declarations.find((one) => one.name.getText() === name)
      if (found) return found.initializer
    } else if (ts.isTypeAliasDeclaration(statement) && statement.name.text === name) return statement.type
  }
  return undefined
}

const textOf = (node: ts.Node): string => (ts.isStringLiteral(node) ? node.text : node.getText())

/**
 * The values of a list, an object or a union type of literals, with their comments.
 * @throws Error if the file declares no such thing, so that a moved one is noticed.
 */
export function commentedValues(path: string, name: string): readonly CommentedValue[] {
  const source = parse(`${root}${path}`)
  let node = declarationOf(source, name)
  while (node && (ts.isAsExpression(node) || ts.isSatisfiesExpression(node))) node = node.expression
  const parts = node && partsOf(node)
  if (!node || !parts) throw new Error(`${path} declares no list of the name ${name}`)
  let from = node.pos
  return parts.flatMap((part) => {
    const text = commentBetween(source, from, part.getStart())
    from = part.end
    if (ts.isPropertyAssignment(part))
      return { name: textOf(part.name), value: textOf(part.initializer), text }
    const literal = ts.isLiteralTypeNode(part) ? part.literal : part
    return ts.isStringLiteral(literal) ? { name: literal.text, value: literal.text, text } : []
  })
}

function partsOf(node: ts.Node): readonly ts.Node[] | undefined {
  if (ts.isObjectLiteralExpression(node)) return node.properties
  if (ts.isArrayLiteralExpression(node)) return node.elements
  return ts.isUnionTypeNode(node) ? node.types : undefined
}

const isExported = (statement: ts.Statement): boolean =>
  ts.canHaveModifiers(statement) &&
  ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true

const namesOf = (statement: ts.Statement): readonly string[] => {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText())
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement))
    return statement.name ? [statement.name.text] : []
  return []
}

/** The value exports of a module with the comments of their declarations, also of those that it re-exports. */
export function exportedValues(path: string): readonly CommentedValue[] {
  const source = parse(path)
  const declared = (statement: ts.Statement): readonly CommentedValue[] =>
    namesOf(statement).map((name) => ({
      name,
      value: name,
      text: commentBetween(source, statement.pos, statement.getStart()),
    }))
  const found = source.statements.flatMap((statement): readonly CommentedValue[] => {
    if (isExported(statement)) return declared(statement)
    if (!ts.isExportDeclaration(statement) || statement.isTypeOnly) return []
    const { exportClause, moduleSpecifier } = statement
    if (!exportClause || !ts.isNamedExports(exportClause)) return []
    return exportClause.elements
      .filter(({ isTypeOnly }) => !isTypeOnly)
      .flatMap(({ name }) => declaredIn(source, moduleSpecifier ?? importOf(source, name.text), name.text))
  })
  // The signatures of an overloaded function; the first one has the comment.
  return found.filter(({ name }, index) => found.findIndex((other) => other.name === name) === index)
}

/** The module that a name is imported from. */
function importOf(source: ts.SourceFile, name: string): ts.Expression | undefined {
  return source.statements
    .filter(ts.isImportDeclaration)
    .find(({ importClause }) => importClause?.getText().match(/\w+/g)?.includes(name))?.moduleSpecifier
}

function declaredIn(
  source: ts.SourceFile,
  specifier: ts.Expression | undefined,
  name: string,
): readonly CommentedValue[] {
  if (!specifier || !ts.isStringLiteral(specifier)) return [{ name, value: name, text: '' }]
  const path = resolve(dirname(source.fileName), specifier.text)
  return exportedValues(path).filter((one) => one.name === name)
}
