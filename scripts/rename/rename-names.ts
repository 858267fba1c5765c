import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { root } from '../project-files.ts'
import { isPropertyDeclaration, nameNode, takenNames } from './declarations.ts'
import { expectedType, subjectType } from './expected-type.ts'
import { type Edit, withEdits } from './move-files.ts'
import { createProgram } from './program.ts'

/** By file: new names of its variables, parameters, functions and types, and of properties that it declares. */
export type FileNames = {
  readonly locals?: Readonly<Record<string, string>>
  readonly props?: Readonly<Record<string, string>>
  /** Members that this file only uses, where no type says whose they are. */
  readonly uses?: Readonly<Record<string, string>>
}

const declarationsOf = (symbol: ts.Symbol | undefined): readonly ts.Node[] => symbol?.declarations ?? []

/** Renames declarations and all that refers to them. Prints what it could not. */
export function renameNames(map: Readonly<Record<string, FileNames>>): void {
  const program = createProgram()
  const checker = program.getTypeChecker()
  const sources = program.getSourceFiles().filter(({ fileName }) => !fileName.includes('/node_modules/'))
  const short = (source: ts.SourceFile) => source.fileName.slice(root.length)
  /** New names by declaration. */
  const renamed = new Map<ts.Node, string>()
  const oldNames = new Set<string>()
  const oldProps = new Set<string>()
  const usesOf = new Map<string, Readonly<Record<string, string>>>()

  const newNameOf = (symbol: ts.Symbol | undefined): string | undefined => {
    if (!symbol) return undefined
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    for (const one of declarationsOf(target)) {
      const name = renamed.get(one)
      if (name !== undefined) return name
    }
    return undefined
  }
  const memberOf = (type: ts.Type | undefined, name: string): ts.Symbol | undefined => {
    if (!type) return undefined
    const parts = type.isUnion() ? [checker.getNonNullableType(type), ...type.types] : [type]
    return parts.map((part) => checker.getPropertyOfType(part, name)).find((found) => found !== undefined)
  }
  const contextualProperty = (literal: ts.ObjectLiteralExpression, name: string): ts.Symbol | undefined => {
    const found = memberOf(checker.getContextualType(literal), name)
    // A type that is inferred from the literal itself, or from others beside it, says nothing.
    const isInferred = found?.declarations?.every((one) => ts.isObjectLiteralExpression(one.parent)) === true
    if (found && !isInferred) return found
    const isItself = found?.declarations?.some((one) => one.parent === literal) === true
    return memberOf(expectedType(checker, literal), name) ?? (isItself ? undefined : found)
  }
  const patternProperty = (pattern: ts.BindingPattern, name: string): ts.Symbol | undefined =>
    memberOf(checker.getTypeAtLocation(pattern), name)

  /** The type whose property a string names: `T['a']`, `Pick<T, 'a' | 'b'>`, `'a' in value`. */
  const keyedType = (node: ts.StringLiteral): ts.Type | undefined => {
    const { parent } = node
    if (
      ts.isBinaryExpression(parent) &&
      parent.operatorToken.kind === ts.SyntaxKind.InKeyword &&
      parent.left === node
    )
      return checker.getTypeAtLocation(parent.right)
    if (!ts.isLiteralTypeNode(parent)) return subjectType(checker, node)
    const outer = ts.isUnionTypeNode(parent.parent) ? parent.parent : parent
    const holder = outer.parent
    if (ts.isIndexedAccessTypeNode(holder) && holder.indexType === outer)
      return checker.getTypeFromTypeNode(holder.objectType)
    if (
      ts.isTypeReferenceNode(holder) &&
      /^(Pick|Omit)$/.test(holder.typeName.getText()) &&
      holder.typeArguments?.[1] === outer &&
      holder.typeArguments[0]
    )
      return checker.getTypeFromTypeNode(holder.typeArguments[0])
    return undefined
  }

  for (const [path, { locals = {}, props = {}, uses = {} }] of Object.entries(map)) {
    usesOf.set(join(root, path), uses)
    for (const name of Object.keys(uses)) oldNames.add(name)
    const source = program.getSourceFile(join(root, path))
    if (!source) {
      console.log(`${path}: no such file`)
      continue
    }
    const taken = takenNames(source)
    const free = (from: string, to: string): boolean => {
      const isFree = !taken.has(to) || Object.hasOwn(locals, to)
      if (!isFree) console.log(`${path}: ${from} stays, because the file has a ${to}`)
      return isFree
    }
    const missing = new Set([
      ...Object.keys(locals).map((name) => `local ${name}`),
      ...Object.keys(props).map((name) => `prop ${name}`),
    ])
    const visit = (node: ts.Node): void => {
      const name = nameNode(node)
      if (name && (ts.isIdentifier(name as ts.Node) || ts.isPrivateIdentifier(name as ts.Node))) {
        const { text } = name as ts.Identifier
        if (isPropertyDeclaration(node)) {
          const to = Object.hasOwn(props, text) ? props[text] : undefined
          const isOwn =
            !(ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) ||
            !ts.isObjectLiteralExpression(node.parent) ||
            contextualProperty(node.parent, text) === undefined
          if (to !== undefined && isOwn) {
            renamed.set(node, to)
            oldNames.add(text)
            if ('questionToken' in node && node.questionToken) oldProps.add(text)
            missing.delete(`prop ${text}`)
          }
        } else if (
          ts.isVariableDeclaration(node) ||
          ts.isParameter(node) ||
          ts.isBindingElement(node) ||
          ts.isFunctionDeclaration(node) ||
          ts.isFunctionExpression(node) ||
          ts.isTypeAliasDeclaration(node) ||
          ts.isInterfaceDeclaration(node) ||
          ts.isClassDeclaration(node) ||
          ts.isTypeParameterDeclaration(node)
        ) {
          const to = Object.hasOwn(locals, text) ? locals[text] : undefined
          if (to !== undefined && free(text, to)) {
            renamed.set(node, to)
            oldNames.add(text)
            missing.delete(`local ${text}`)
          }
        }
      }
      ts.forEachChild(node, visit)
    }
    visit(source)
    for (const one of missing) console.log(`${path}: declares no ${one}`)
  }

  // A property that is taken out of an object under its own name gives that name to the variable.
  const follow = (node: ts.Node): void => {
    if (
      ts.isBindingElement(node) &&
      !node.propertyName &&
      ts.isObjectBindingPattern(node.parent) &&
      ts.isIdentifier(node.name)
    ) {
      const { text } = node.name
      if (oldNames.has(text) && !renamed.has(node)) {
        const to = newNameOf(patternProperty(node.parent, text))
        if (to !== undefined) renamed.set(node, to)
      }
    }
    ts.forEachChild(node, follow)
  }
  for (const source of sources) follow(source)

  let changed = 0
  for (const source of sources) {
    const uses = usesOf.get(source.fileName) ?? {}
    const usedAs = (text: string): string | undefined => (Object.hasOwn(uses, text) ? uses[text] : undefined)
    const edits: Edit[] = []
    const present = new Map<string, number>()
    const fresh = new Map<string, string>()
    const lineOf = (node: ts.Node) => source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
    const replace = (node: ts.Node, text: string) =>
      edits.push({ start: node.getStart(source), end: node.end, text })
    const visit = (node: ts.Node): void => {
      if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
        const { parent } = node
        const isMember =
          (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
          (isPropertyDeclaration(parent) &&
            nameNode(parent) === node &&
            !ts.isShorthandPropertyAssignment(parent))
        if (!isMember) present.set(node.text, (present.get(node.text) ?? 0) + 1)
        if (oldNames.has(node.text)) rename(node, isMember)
      }
      if (ts.isStringLiteral(node) && oldNames.has(node.text)) renameKey(node)
      ts.forEachChild(node, visit)
    }
    /** A property that a type or an `in` names by a string. */
    const renameKey = (node: ts.StringLiteral): void => {
      const keyed = keyedType(node)
      if (!keyed) return
      const parts = keyed.isUnion() ? [keyed, ...keyed.types] : [keyed]
      const found = parts.map((part) => newNameOf(checker.getPropertyOfType(part, node.text))).find(Boolean)
      if (found !== undefined)
        edits.push({ start: node.getStart(source) + 1, end: node.end - 1, text: found })
    }
    const rename = (node: ts.Identifier | ts.PrivateIdentifier, isMember: boolean): void => {
      const { parent, text } = node
      if (ts.isShorthandPropertyAssignment(parent) && parent.name === node) {
        const literal = parent.parent
        const property =
          renamed.get(parent) ??
          newNameOf(ts.isObjectLiteralExpression(literal) ? contextualProperty(literal, text) : undefined) ??
          usedAs(text)
        const variable = newNameOf(checker.getShorthandAssignmentValueSymbol(parent))
        if (property === undefined && variable === undefined) return
        const [key, value] = [property ?? text, variable ?? text]
        replace(node, key === value ? key : `${key}: ${value}`)
        if (variable !== undefined) fresh.set(variable, text)
        return
      }
      if (ts.isBindingElement(parent)) {
        const pattern = parent.parent
        const isKey = parent.propertyName === node
        const isPlain =
          !parent.propertyName &&
          !parent.dotDotDotToken &&
          parent.name === node &&
          ts.isObjectBindingPattern(pattern)
        if (isKey) {
          const to = newNameOf(patternProperty(pattern, text)) ?? usedAs(text)
          if (to !== undefined) replace(node, to)
          return
        }
        if (isPlain) {
          const property = newNameOf(patternProperty(pattern, text)) ?? usedAs(text)
          const variable = renamed.get(parent)
          if (property === undefined && variable === undefined) return
          const [key, value] = [property ?? text, variable ?? text]
          replace(node, key === value ? key : `${key}: ${value}`)
          if (variable !== undefined) fresh.set(variable, text)
          return
        }
      }
      let to: string | undefined
      if (
        ts.isPropertyAssignment(parent) &&
        parent.name === node &&
        ts.isObjectLiteralExpression(parent.parent)
      )
        to = renamed.get(parent) ?? newNameOf(contextualProperty(parent.parent, text))
      else if (
        ts.isMethodDeclaration(parent) &&
        parent.name === node &&
        ts.isObjectLiteralExpression(parent.parent)
      )
        to = renamed.get(parent) ?? newNameOf(contextualProperty(parent.parent, text))
      else if (ts.isJsxAttribute(parent) && parent.name === node) {
        const type = checker.getContextualType(parent.parent)
        to = newNameOf(type && checker.getPropertyOfType(type, text))
      } else to = newNameOf(checker.getSymbolAtLocation(node))
      if (isMember) to ??= usedAs(text)
      if (to === undefined) {
        const isKey = ts.isPropertyAssignment(parent) && parent.name === node
        if (
          isKey &&
          oldProps.has(text) &&
          ts.isObjectLiteralExpression(parent.parent) &&
          !contextualProperty(parent.parent, text)
        )
          console.log(`${short(source)}:${lineOf(node)}: ${text} stays in a literal of no known type`)
        return
      }
      replace(node, to)
      if (!isMember) fresh.set(to, text)
    }
    visit(source)
    if (edits.length === 0) continue
    for (const [name, was] of fresh)
      if (present.has(name) && !oldNames.has(name))
        console.log(`${short(source)}: ${was} becomes ${name}, which it has`)
    writeFileSync(source.fileName, withEdits(source.text, edits))
    changed += 1
  }
  console.log(`${renamed.size} declarations, ${changed} files changed`)
}

const mapPaths = process.argv.slice(2)
if (mapPaths.length > 0 && process.argv[1]?.endsWith('rename-names.ts')) {
  const maps = mapPaths.map((path) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, FileNames>)
  const joined: Record<string, FileNames> = {}
  for (const map of maps)
    for (const [path, { locals, props, uses }] of Object.entries(map))
      joined[path] = {
        uses: { ...joined[path]?.uses, ...uses },
        locals: { ...joined[path]?.locals, ...locals },
        props: { ...joined[path]?.props, ...props },
      }
  renameNames(joined)
}
