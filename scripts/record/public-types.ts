import ts from 'typescript'
import { exportsOf, resolveAlias, type TypedEntry } from './packed-types.ts'

const printer = ts.createPrinter({ removeComments: true })

/** The statement of a file that contains a declaration; undefined if it is not the package's own. */
function statementOf(declaration: ts.Declaration): ts.Statement | undefined {
  let node: ts.Node = declaration
  while (node.parent !== undefined && !ts.isSourceFile(node.parent)) node = node.parent
  return ts.isStatement(node) && !/\/node_modules\//.test(node.getSourceFile().fileName) ? node : undefined
}

const statementsOf = (symbol: ts.Symbol): readonly ts.Statement[] => [
  ...new Set((symbol.declarations ?? []).flatMap((declaration) => statementOf(declaration) ?? [])),
]

/** A statement in the form of the record: without comments, `export` and paths of the package's own files. */
function printStatement(statement: ts.Statement): string {
  return printer
    .printNode(ts.EmitHint.Unspecified, statement, statement.getSourceFile())
    .replace(/^(export )?(declare )?/, '')
    .replaceAll(/\bimport\("\.[^"]*"\)\./g, '')
}

/** Declarations of the package that a statement references, in order of reference. */
function referencedBy(checker: ts.TypeChecker, statement: ts.Statement): readonly ts.Symbol[] {
  const found: ts.Symbol[] = []
  const visit = (node: ts.Node): void => {
    const symbol = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node) : undefined
    if (symbol !== undefined) found.push(resolveAlias(checker, symbol))
    ts.forEachChild(node, visit)
  }
  visit(statement)
  return found.filter((symbol) =>
    (symbol.declarations ?? []).some(
      (declaration) =>
        (!ts.isSourceFile(declaration) && ts.isSourceFile(declaration.parent)) ||
        (ts.isVariableDeclaration(declaration) && statementOf(declaration) !== undefined),
    ),
  )
}

/** The symbols and all that their declarations reference, in order of first reference. */
function withReferenced(checker: ts.TypeChecker, symbols: Iterable<ts.Symbol>): readonly ts.Symbol[] {
  const found = new Set(symbols)
  // Iterating a set that grows includes added elements.
  for (const symbol of found)
    for (const statement of statementsOf(symbol))
      for (const referenced of referencedBy(checker, statement))
        if (statementsOf(referenced).length > 0) found.add(referenced)
  return [...found]
}

function exportLines(exported: ReadonlyMap<string, ts.Symbol>): readonly string[] {
  return [...exported].map(([name, symbol]) =>
    symbol.name === name ? `  export { ${name} }` : `  export { ${symbol.name} as ${name} }`,
  )
}

/** Additions of an entry to the page's global types. */
function globalLines(program: ts.Program, { file }: TypedEntry): readonly string[] {
  const added = program
    .getSourceFile(file)
    ?.statements.filter((one) => (one.flags & ts.NodeFlags.GlobalAugmentation) !== 0)
  return added?.map((statement) => printStatement(statement).replaceAll(/^/gm, '  ')) ?? []
}

/**
 * The declarations of the packed SDK: the exports of each entry, and then every declaration that those reach, once, in order
 * of first reference. Without file paths and comments.
 */
export function publicTypes(entries: readonly TypedEntry[], program: ts.Program): string {
  const exported = entries.map((entry) => exportsOf(program, entry))
  const reached = withReferenced(
    program.getTypeChecker(),
    exported.flatMap((symbols) => [...symbols.values()]),
  )
  const modules = entries.flatMap((entry, index) => [
    `declare module '${entry.specifier}' {`,
    ...exportLines(exported[index] ?? new Map()),
    ...globalLines(program, entry),
    '}',
    '',
  ])
  const statements = new Set(reached.flatMap(statementsOf))
  return `${[...modules, ...[...statements].map(printStatement)].join('\n')}\n`
}
