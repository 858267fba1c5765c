import ts from 'typescript'

/** Tokens of declarations, without comments. */
const token = /[A-Za-z_$][\w$]*|'[^']*'|"[^"]*"|`[^`]*`|\d+|\S/g

/** A record of types: the exports of each entry, by public name, and the declarations by their own. */
type TypeRecord = {
  readonly exports: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** Additions of an entry to the global types. */
  readonly globals: ReadonlyMap<string, readonly string[]>
  readonly declarations: ReadonlyMap<string, readonly string[]>
}

const tokensOf = (text: string): readonly string[] => text.match(token) ?? []

const keyOf = (member: ts.TypeElement): string => member.name?.getText() ?? ''

/**
 * A declaration with the members of object types sorted by key, and unions of literals sorted by text: the compiler's order
 * depends on imports. Other unions are unchanged, because their names may differ.
 */
function normalize(node: ts.Node): string {
  if (ts.isTypeLiteralNode(node)) {
    const members = node.members.toSorted((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1))
    return `{ ${members.map((one) => `${normalize(one).replace(/\s*;$/, '')} ;`).join(' ')} }`
  }
  if (ts.isUnionTypeNode(node) && node.types.every((one) => ts.isLiteralTypeNode(one)))
    return node.types
      .map((one) => one.getText())
      .toSorted()
      .join(' | ')
  const children = node.getChildren().filter((child) => !ts.isJSDoc(child))
  return children.length === 0 ? node.getText() : children.map(normalize).join(' ')
}

const nameOf = (statement: ts.Statement): string | undefined => {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations[0]?.name.getText()
  return 'name' in statement && ts.isIdentifier(Object(statement.name))
    ? `${Reflect.get(Object(statement.name), 'text')}`
    : undefined
}

function parseDeclarations(text: string): TypeRecord {
  const source = ts.createSourceFile('public-types.d.ts', text, ts.ScriptTarget.Latest, true)
  const exports = new Map<string, ReadonlyMap<string, string>>()
  const globals = new Map<string, readonly string[]>()
  const declarations = new Map<string, string[]>()
  for (const statement of source.statements) {
    if (ts.isModuleDeclaration(statement) && ts.isStringLiteral(statement.name)) {
      const inside = statement.body && ts.isModuleBlock(statement.body) ? [...statement.body.statements] : []
      const specifiers = inside.flatMap((one) =>
        ts.isExportDeclaration(one) && one.exportClause && ts.isNamedExports(one.exportClause)
          ? [...one.exportClause.elements]
          : [],
      )
      exports.set(
        statement.name.text,
        new Map(specifiers.map(({ name, propertyName }) => [name.text, (propertyName ?? name).text])),
      )
      const global = inside.filter((one) => ts.isModuleDeclaration(one)).map((one) => one.getText())
      globals.set(statement.name.text, tokensOf(global.join('\n')))
    } else {
      const name = nameOf(statement)
      if (name !== undefined)
        declarations.set(name, [...(declarations.get(name) ?? []), ...tokensOf(normalize(statement))])
    }
  }
  return { exports, globals, declarations }
}

const contextOf = (tokens: readonly string[], at: number): string =>
  tokens.slice(Math.max(0, at - 3), at + 5).join(' ')

/**
 * Differences of the public types from the record, one sentence each. A declaration that no entry exports may have another
 * name, if it has that name everywhere.
 */
export function typeDifferences(recorded: string, present: string): readonly string[] {
  const before = parseDeclarations(recorded)
  const after = parseDeclarations(present)
  const sentences: string[] = []
  /** Recorded names by current ones, and the reverse. */
  const renamed = new Map<string, string>()
  const renamedBack = new Map<string, string>()
  const queue: (readonly [string, string])[] = []

  const isSame = (a: string, b: string): boolean => {
    if (!before.declarations.has(a) || !after.declarations.has(b)) return a === b
    if (renamed.has(a) || renamedBack.has(b)) return renamed.get(a) === b && renamedBack.get(b) === a
    renamed.set(a, b)
    renamedBack.set(b, a)
    queue.push([a, b])
    return true
  }
  const compare = (what: string, a: readonly string[], b: readonly string[]): void => {
    const at = Array.from({ length: Math.max(a.length, b.length) }).findIndex(
      (_, index) => !isSame(a[index] ?? '', b[index] ?? ''),
    )
    if (at >= 0) sentences.push(`${what} was \`${contextOf(a, at)}\` and is \`${contextOf(b, at)}\`.`)
  }

  for (const [specifier, names] of before.exports) {
    const now = after.exports.get(specifier)
    if (now === undefined) sentences.push(`The entry ${specifier} is gone.`)
    for (const [name, declared] of now === undefined ? [] : names) {
      const present = now?.get(name)
      if (present === undefined) sentences.push(`${specifier} no longer exports ${name}.`)
      else if (!isSame(declared, present)) sentences.push(`${specifier} exports another thing as ${name}.`)
    }
    for (const name of now?.keys() ?? [])
      if (!names.has(name)) sentences.push(`${specifier} exports ${name}, which is not in the record.`)
    if (now !== undefined)
      compare(
        `The global type of ${specifier}`,
        before.globals.get(specifier) ?? [],
        after.globals.get(specifier) ?? [],
      )
  }
  for (const specifier of after.exports.keys())
    if (!before.exports.has(specifier)) sentences.push(`The entry ${specifier} is not in the record.`)
  for (const [a, b] of queue)
    compare(`The type ${b}`, before.declarations.get(a) ?? [], after.declarations.get(b) ?? [])
  return sentences
}
