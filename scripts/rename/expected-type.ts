import ts from 'typescript'

const matchers =
  /^(toEqual|toStrictEqual|toMatchObject|toContainEqual|toHaveBeenCalledWith|objectContaining|arrayContaining)$/

/** The argument of the `expect` that a matcher belongs to, and whether it is awaited. */
function subjectOf(
  matcher: ts.Expression,
): { readonly node: ts.Expression; readonly isAwaited: boolean } | undefined {
  let isAwaited = false
  for (let at: ts.Expression = matcher; ; ) {
    if (ts.isPropertyAccessExpression(at)) {
      if (at.name.text === 'resolves' || at.name.text === 'rejects') isAwaited = true
      at = at.expression
    } else if (ts.isCallExpression(at)) {
      const [subject] = at.arguments
      const callee = at.expression.getText()
      if (subject && /^expect(\.soft|\.poll)?$/.test(callee)) return { node: subject, isAwaited }
      at = at.expression
    } else return undefined
  }
}

const withoutPromise = (checker: ts.TypeChecker, type: ts.Type): ts.Type =>
  checker.getAwaitedType(type) ?? type

/** The type that a literal in a matcher's argument is compared with: that of the value, followed down to the literal. */
export function expectedType(checker: ts.TypeChecker, literal: ts.Expression): ts.Type | undefined {
  const { parent } = literal
  const inside = (
    type: ts.Type | undefined,
    step: (part: ts.Type) => ts.Type | undefined,
  ): ts.Type | undefined => {
    if (!type) return undefined
    const parts = type.isUnion() ? [checker.getNonNullableType(type), ...type.types] : [type]
    return parts.map(step).find((found) => found !== undefined)
  }
  if (ts.isParenthesizedExpression(parent) || ts.isAsExpression(parent) || ts.isSatisfiesExpression(parent))
    return expectedType(checker, parent)
  if (
    ts.isPropertyAssignment(parent) &&
    parent.initializer === literal &&
    ts.isObjectLiteralExpression(parent.parent)
  ) {
    const name = parent.name.getText().replace(/['"]/g, '')
    return inside(expectedType(checker, parent.parent), (part) => {
      const member = checker.getPropertyOfType(part, name)
      return member && checker.getTypeOfSymbolAtLocation(member, parent)
    })
  }
  if (ts.isSpreadAssignment(parent)) return expectedType(checker, parent.parent)
  if (ts.isArrayLiteralExpression(parent)) {
    const index = parent.elements.indexOf(literal)
    return inside(expectedType(checker, parent), (part) => {
      const member = checker.getPropertyOfType(part, String(index))
      if (member) return checker.getTypeOfSymbolAtLocation(member, parent)
      return checker.getIndexTypeOfType(part, ts.IndexKind.Number)
    })
  }
  if (
    ts.isCallExpression(parent) &&
    parent.arguments.includes(literal) &&
    ts.isPropertyAccessExpression(parent.expression)
  ) {
    const { name, expression } = parent.expression
    if (!matchers.test(name.text)) return parameterType(checker, parent, literal)
    if (expression.getText() === 'expect') return expectedType(checker, parent)
    const subject = subjectOf(expression)
    if (!subject) return undefined
    const type = checker.getTypeAtLocation(subject.node)
    const value = subject.isAwaited ? withoutPromise(checker, type) : type
    if (name.text !== 'toContainEqual') return value
    return inside(value, (part) => checker.getIndexTypeOfType(part, ts.IndexKind.Number))
  }
  if (ts.isCallExpression(parent) && parent.arguments.includes(literal))
    return parameterType(checker, parent, literal)
  return undefined
}

/** The type of a parameter as the call infers it: of a generic rest parameter, that of its member. */
function parameterType(
  checker: ts.TypeChecker,
  call: ts.CallExpression,
  argument: ts.Expression,
): ts.Type | undefined {
  const signature = checker.getResolvedSignature(call)
  const index = call.arguments.indexOf(argument)
  const last = (signature?.parameters.length ?? 0) - 1
  const parameter = signature?.parameters[Math.min(index, last)]
  if (!parameter || last < 0) return undefined
  const type = checker.getTypeOfSymbolAtLocation(parameter, call)
  if (!checker.isTupleType(type)) return index > last ? undefined : type
  const member = checker.getPropertyOfType(type, String(index - last))
  return member && checker.getTypeOfSymbolAtLocation(member, call)
}

/** The type of the value whose property `toHaveProperty` names. */
export function subjectType(checker: ts.TypeChecker, name: ts.StringLiteral): ts.Type | undefined {
  const { parent } = name
  if (!ts.isCallExpression(parent) || parent.arguments[0] !== name) return undefined
  if (!ts.isPropertyAccessExpression(parent.expression) || parent.expression.name.text !== 'toHaveProperty')
    return undefined
  const subject = subjectOf(parent.expression.expression)
  return subject && checker.getTypeAtLocation(subject.node)
}
