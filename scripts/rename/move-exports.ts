import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { projectFiles, root } from '../project-files.ts'
import { type Edit, resolved, specifierOf, withEdits } from './move-files.ts'

/** Declarations of a module that move to another; `locals` are those that go along without being exported. */
type ExportMove = { readonly from: string; readonly to: string; readonly names: readonly string[] }

const parse = (path: string, text: string) => ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)

function declaredNames(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? [name.text] : [],
    )
  if (
    ts.isFunctionDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isClassDeclaration(statement)
  )
    return statement.name ? [statement.name.text] : []
  return []
}

/** The statement's range with the comments before it. */
const rangeOf = (statement: ts.Statement) => ({ start: statement.getFullStart(), end: statement.end })

function moveDeclarations({ from, to, names }: ExportMove): void {
  const text = readFileSync(join(root, from), 'utf8')
  const source = parse(from, text)
  const moved = source.statements.filter((one) => {
    const [name] = declaredNames(one)
    return name !== undefined
      ? names.includes(name)
      : ts.isExpressionStatement(one) && names.some((each) => one.getText().startsWith(`${each}.`))
  })
  const missing = names.filter((name) => !moved.some((one) => declaredNames(one).includes(name)))
  if (missing.length > 0) throw new Error(`${from} declares no ${missing.join(', ')}`)
  const declarations = moved
    .map((one) => text.slice(one.getFullStart(), one.end).replace(/^\n+/, '\n'))
    .join('\n')
  const present = existsSync(join(root, to)) ? readFileSync(join(root, to), 'utf8') : ''
  const has = (name: string) => new RegExp(`^import [^;]*?\\b${name}\\b[^;]*? from `, 'm').test(present)
  const imports = source.statements.filter(ts.isImportDeclaration).flatMap((one) => {
    const specifier = (one.moduleSpecifier as ts.StringLiteral).text
    const target = resolved(from, specifier)
    if (target === to) return []
    const path = target === undefined ? specifier : specifierOf(to, target)
    const bindings = one.importClause?.namedBindings
    const isUsed = (name: string) => new RegExp(`\\b${name}\\b`).test(declarations) && !has(name)
    if (!bindings || !ts.isNamedImports(bindings))
      return [one.getText().replace(`'${specifier}'`, `'${path}'`)]
    const elements = bindings.elements.filter((each) => isUsed(each.name.text)).map((each) => each.getText())
    const type = one.importClause?.isTypeOnly ? 'type ' : ''
    return elements.length === 0 ? [] : [`import ${type}{ ${elements.join(', ')} } from '${path}'`]
  })
  const exported = source.statements.flatMap((one) =>
    moved.includes(one) ||
    !ts.canHaveModifiers(one) ||
    !ts.getModifiers(one)?.some((m) => m.kind === ts.SyntaxKind.ExportKeyword)
      ? []
      : declaredNames(one),
  )
  const used = exported.filter((name) => new RegExp(`\\b${name}\\b`).test(declarations))
  const back = used.length > 0 ? [`import { ${used.join(', ')} } from '${specifierOf(to, from)}'`] : []
  mkdirSync(dirname(join(root, to)), { recursive: true })
  writeFileSync(join(root, to), `${[...imports, ...back].join('\n')}\n${present}\n${declarations}\n`)
  const rest = withEdits(
    text,
    moved.map((one): Edit => ({ ...rangeOf(one), text: '' })),
  )
  const needed = names.filter((name) => new RegExp(`\\b${name}\\b`).test(rest))
  const header = needed.length > 0 ? `import { ${needed.join(', ')} } from '${specifierOf(from, to)}'\n` : ''
  writeFileSync(join(root, from), header + rest)
}

function followImports({ from, to, names }: ExportMove): void {
  for (const { path, text: read } of projectFiles(/\.tsx?$/)) {
    if (path === from || path === to) continue
    const text = read()
    if (!names.some((name) => text.includes(name))) continue
    const source = parse(path, text)
    const edits: Edit[] = []
    for (const one of source.statements) {
      if (!ts.isImportDeclaration(one)) continue
      const specifier = (one.moduleSpecifier as ts.StringLiteral).text
      if (resolved(path, specifier) !== from) continue
      const bindings = one.importClause?.namedBindings
      if (!bindings || !ts.isNamedImports(bindings)) continue
      const going = bindings.elements.filter((each) => names.includes((each.propertyName ?? each.name).text))
      if (going.length === 0) continue
      const staying = bindings.elements.filter((each) => !going.includes(each))
      const type = one.importClause?.isTypeOnly ? 'type ' : ''
      const line = (elements: readonly ts.ImportSpecifier[], file: string) =>
        elements.length === 0
          ? []
          : [
              `import ${type}{ ${elements.map((each) => each.getText()).join(', ')} } from '${specifierOf(path, file)}'`,
            ]
      edits.push({
        start: one.getStart(),
        end: one.end,
        text: [...line(staying, from), ...line(going, to)].join('\n'),
      })
    }
    if (edits.length > 0) writeFileSync(join(root, path), withEdits(text, edits))
  }
}

const mapPath = process.argv[2]
if (mapPath) {
  for (const move of JSON.parse(readFileSync(mapPath, 'utf8')) as readonly ExportMove[]) {
    moveDeclarations(move)
    followImports(move)
  }
}
