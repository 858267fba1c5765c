import { createHash } from 'node:crypto'
import ts from 'typescript'

/** A hash of 12 hexadecimal digits. */
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)

const isPath = (text: string): boolean => /^[.#]{1,2}[\w.]*\//.test(text)

function write(node: ts.Node, out: string[]): void {
  if (ts.isImportDeclaration(node) || ts.isImportEqualsDeclaration(node)) return
  if (ts.isShorthandPropertyAssignment(node)) {
    // `{ a }` and `{ a: b }` differ in names only.
    const name = `${ts.SyntaxKind.Identifier} )`
    out.push(`${ts.SyntaxKind.PropertyAssignment}`, name, name, ')')
    return
  }
  out.push(`${node.kind}`)
  if (ts.isStringLiteralLike(node)) out.push(isPath(node.text) ? 'path' : JSON.stringify(node.text))
  else if (ts.isLiteralExpression(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node))
    out.push(JSON.stringify(node.text))
  else if (
    ts.isPrefixUnaryExpression(node) ||
    ts.isPostfixUnaryExpression(node) ||
    ts.isTypeOperatorNode(node)
  )
    out.push(`${node.operator}`)
  else if (ts.isVariableDeclarationList(node)) out.push(`${node.flags & ts.NodeFlags.BlockScoped}`)
  ts.forEachChild(node, (child) => {
    const isOtherName = ts.isBindingElement(node) && child === node.propertyName && ts.isIdentifier(child)
    if (!isOtherName) write(child, out)
  })
  out.push(')')
}

/**
 * A hash of a source file that a rename or a move does not change: of its syntax and its literals, without names, comments
 * and imports. For a file that is not TypeScript, a hash of its text.
 */
export function moduleShape(path: string, text: string): string {
  if (!/\.tsx?$/.test(path)) return hashOf(text)
  const out: string[] = []
  write(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true), out)
  return hashOf(out.join(' '))
}
