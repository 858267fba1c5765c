import ts from 'typescript'
import { root } from '../project-files.ts'

/** One row of the reference: an option, a field, a method, an event. */
export type ReferenceRow = {
  /** Path of the member, e.g. `metadata.name` or `networks[].id`. */
  readonly name: string
  readonly isOptional: boolean
  readonly type: string
  /** The text of its comment; empty if it has none. */
  readonly text: string
}

/** A symbol's comment as one line, without citations of the specification, and with what it throws. */
function commentOf(symbol: ts.Symbol, checker: ts.TypeChecker): string {
  const thrown = symbol
    .getJsDocTags(checker)
    .filter(({ name }) => name === 'throws')
    .map(({ text }) => `Throws ${ts.displayPartsToString(text)}`)
  return plainComment([ts.displayPartsToString(symbol.getDocumentationComment(checker)), ...thrown].join(' '))
}

/** A comment as one line, without citations of the specification. */
export const plainComment = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ \((?:SPEC|channel) [^)]*\)/g, '')
    .trim()

const isUndefined = (type: ts.Type): boolean => (type.flags & ts.TypeFlags.Undefined) !== 0

/** The members of a union without undefined; of any other type, the type itself. */
const alternatives = (type: ts.Type): readonly ts.Type[] =>
  (type.isUnion() ? type.types : [type]).filter((one) => !isUndefined(one))

/** The item type of an array. */
const itemOf = (type: ts.Type, checker: ts.TypeChecker): ts.Type | undefined =>
  checker.isArrayType(type) ? checker.getIndexTypeOfType(type, ts.IndexKind.Number) : undefined

/** Files whose types are described by their members, and not by their names. */
const isOwn = (node: ts.Node): boolean => {
  const { fileName } = node.getSourceFile()
  return fileName.startsWith(`${root}shared/`) || fileName.startsWith(`${root}host-sdk/`)
}

/** True for an object type of the project that has members and cannot be called. */
function isOwnObject(type: ts.Type, checker: ts.TypeChecker): boolean {
  const members = checker.getPropertiesOfType(type)
  return (
    (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0 &&
    type.getCallSignatures().length === 0 &&
    members.length > 0 &&
    members.every(({ declarations = [] }) => declarations.length > 0 && declarations.every(isOwn))
  )
}

/** The short form of a type: `object` for those of the project, whose members are rows of their own. */
function typeText(type: ts.Type, checker: ts.TypeChecker): string {
  const texts = alternatives(type).map((one) => {
    const item = itemOf(one, checker)
    if (item)
      return alternatives(item).length > 1 ? `(${typeText(item, checker)})[]` : `${typeText(item, checker)}[]`
    if (one.isStringLiteral()) return `'${one.value}'`
    if (one.getCallSignatures().length > 0) return 'function'
    if (isOwnObject(one, checker)) return 'object'
    // A branded text, such as a chain id, is a text for a site.
    if (one.isIntersection() && one.types.some(({ flags }) => (flags & ts.TypeFlags.String) !== 0))
      return 'string'
    return checker.typeToString(one, undefined, ts.TypeFormatFlags.NoTruncation)
  })
  const isBoolean = texts.includes('true') && texts.includes('false')
  const parts = isBoolean
    ? ['boolean', ...texts.filter((text) => text !== 'true' && text !== 'false')]
    : texts
  // The compiler's order of a union depends on what it checked before.
  return [...new Set(parts)].toSorted().join(' | ')
}

const isOptional = ({ flags }: ts.Symbol): boolean => (flags & ts.SymbolFlags.Optional) !== 0

/** What members are sorted by: required ones first, then those of `shared`, then by their declarations. */
function sortKeyOf(symbol: ts.Symbol): string {
  const declaration = symbol.declarations?.[0]
  const file = declaration?.getSourceFile().fileName ?? ''
  const position = String(declaration?.pos ?? 0).padStart(9, '0')
  return `${isOptional(symbol)} ${!file.includes('/shared/')} ${file} ${position}`
}

/** Members in a stable order, which the compiler does not keep. */
const membersOf = (type: ts.Type, checker: ts.TypeChecker): readonly ts.Symbol[] =>
  checker.getPropertiesOfType(type).toSorted((left, right) => (sortKeyOf(left) < sortKeyOf(right) ? -1 : 1))

/** Rows of an object's members, and after each of them the rows of its own members. */
export function memberRows(type: ts.Type, checker: ts.TypeChecker, prefix = ''): readonly ReferenceRow[] {
  return membersOf(type, checker).flatMap((symbol) => {
    const member = checker.getTypeOfSymbol(symbol)
    const name = `${prefix}${symbol.name}`
    const row: ReferenceRow = {
      name,
      isOptional: isOptional(symbol),
      type: typeText(member, checker),
      text: commentOf(symbol, checker),
    }
    return [row, ...alternatives(member).flatMap((one) => nestedRows(one, checker, name))]
  })
}

function nestedRows(type: ts.Type, checker: ts.TypeChecker, name: string): readonly ReferenceRow[] {
  const item = itemOf(type, checker)
  if (item) return alternatives(item).flatMap((one) => nestedRows(one, checker, `${name}[]`))
  return isOwnObject(type, checker) ? memberRows(type, checker, `${name}.`) : []
}

/** Rows of a type whose members are methods or events: the type is the text of its declaration. */
export function declaredRows(type: ts.Type, checker: ts.TypeChecker): readonly ReferenceRow[] {
  return membersOf(type, checker).map((symbol) => {
    const declaration = symbol.declarations?.[0]
    const text =
      declaration
        ?.getText()
        .replaceAll(/\s+/g, ' ')
        .replace(/^readonly /, '') ?? ''
    const isMethod = declaration !== undefined && ts.isMethodSignature(declaration)
    return {
      name: isMethod ? text.replaceAll('OpenRequestInput', 'OpenRequest') : symbol.name,
      isOptional: isOptional(symbol),
      type: isMethod ? '' : text.slice(text.indexOf(':') + 1).trim(),
      text: commentOf(symbol, checker),
    }
  })
}

/** Names of an event's properties, and the texts of those that have a comment. */
function propertiesOf(
  type: ts.Type,
  checker: ts.TypeChecker,
): { readonly names: string; readonly texts: string } {
  const members = membersOf(type, checker)
  const texts = members.flatMap((member) => {
    const text = commentOf(member, checker)
    return text === '' ? [] : [`\`${member.name}\`: ${text}`]
  })
  return {
    names: members.map((member) => `\`${member.name}${isOptional(member) ? '?' : ''}\``).join(', '),
    texts: texts.join(' '),
  }
}

/** Rows of analytics events: in place of a type, the names of their properties. */
export const eventRows = (type: ts.Type, checker: ts.TypeChecker): readonly ReferenceRow[] =>
  membersOf(type, checker).map((symbol) => {
    const { names, texts } = propertiesOf(checker.getTypeOfSymbol(symbol), checker)
    const text = commentOf(symbol, checker)
    return {
      name: symbol.name,
      isOptional: false,
      type: names,
      text: text === '' ? '' : `${text} ${texts}`.trim(),
    }
  })
