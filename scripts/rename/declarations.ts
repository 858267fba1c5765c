import ts from 'typescript'

/** Whether a node declares a member of an object or a type. */
export const isPropertyDeclaration = (node: ts.Node): boolean =>
  ts.isPropertySignature(node) ||
  ts.isMethodSignature(node) ||
  ts.isPropertyDeclaration(node) ||
  ts.isMethodDeclaration(node) ||
  ts.isGetAccessor(node) ||
  ts.isSetAccessor(node) ||
  ts.isPropertyAssignment(node) ||
  ts.isShorthandPropertyAssignment(node)

/** The node that names a declaration. */
export const nameNode = (node: ts.Node): ts.Node | undefined =>
  'name' in node ? Object(node.name) : undefined

/** Names of variables, functions, types and imports that a module uses. */
export function takenNames(source: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      const { parent } = node
      const isMember =
        (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
        (isPropertyDeclaration(parent) &&
          nameNode(parent) === node &&
          !ts.isShorthandPropertyAssignment(parent)) ||
        (ts.isJsxAttribute(parent) && parent.name === node) ||
        (ts.isBindingElement(parent) && parent.propertyName === node)
      if (!isMember) names.add(node.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return names
}
