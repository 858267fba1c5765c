import ts from 'typescript'
import type { Json } from './json-value.ts'
import { exportsOf, type TypedEntry } from './packed-types.ts'

/** Members of a type, sorted by name. */
function membersOf(checker: ts.TypeChecker, type: ts.Type): readonly ts.Symbol[] {
  return checker.getPropertiesOfType(type).toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

const formatMember = (symbol: ts.Symbol): string =>
  `${symbol.name}${(symbol.flags & ts.SymbolFlags.Optional) === 0 ? '' : '?'}`

/** Names that a site calls or listens to, from the types of the packed SDK; their types are in `public-types.d.ts`. */
export function events(entries: readonly TypedEntry[], program: ts.Program): Json {
  const checker = program.getTypeChecker()
  const [main] = entries
  const exported = main ? exportsOf(program, main) : new Map<string, ts.Symbol>()
  const typeOf = (name: string): ts.Type => {
    const symbol = exported.get(name)
    if (symbol === undefined) throw new Error(`The SDK exports no type ${name}`)
    return checker.getDeclaredTypeOfSymbol(symbol)
  }
  const names = (type: string): Json => membersOf(checker, typeOf(type)).map(formatMember)
  return {
    bridge: names('Drawbridge'),
    bridgeEvents: names('BridgeEvents'),
    provider: names('EthereumProvider'),
    providerEvents: names('EthereumEvents'),
    options: names('DrawbridgeOptions'),
    widgetEvents: Object.fromEntries(
      membersOf(checker, typeOf('WidgetEventProperties')).map((event) => [
        event.name,
        membersOf(checker, checker.getTypeOfSymbol(event)).map(formatMember),
      ]),
    ),
    exports: Object.fromEntries(
      entries.map((entry) => [entry.specifier, [...exportsOf(program, entry).keys()]]),
    ),
  }
}
