import type { HostingRule } from '../../core/documents/hosting-rules.ts'
import { CommandError } from '../command.ts'

/** Printable ASCII without the characters that a configuration language expands, such as `$` in nginx and `{` in Caddy. */
const plain = /^[\x20-\x7e]*$/
const expanded = /[$\\{}`]/

/** `X-Frame-Options` for `x-frame-options`, as configurations write names. */
const headerName = (name: string): string =>
  name.replace(/(^|-)([a-z])/g, (_, hyphen: string, letter: string) => `${hyphen}${letter.toUpperCase()}`)

/**
 * Names and values of a rule's headers.
 * @param maxLength maximum length of a value; the host rejects longer ones.
 * @throws CommandError when the host cannot send a value
 */
export function headersOf(
  { headers, match }: HostingRule,
  host: string,
  maxLength = Number.POSITIVE_INFINITY,
): readonly (readonly [name: string, value: string])[] {
  const path = match.is === 'exact' ? match.path : 'the files'
  return Object.entries(headers).map(([key, value]) => {
    const name = headerName(key)
    if (!plain.test(value) || expanded.test(value))
      throw new CommandError(`The header ${name} of ${path} has a character that ${host} cannot state.`)
    if (value.length > maxLength)
      throw new CommandError(
        `The header ${name} of ${path} has ${value.length} characters, and ${host} allows ${maxLength}: list fewer origins, or patterns such as *.shop.example.`,
      )
    return [name, value]
  })
}

/** Quotes a text as nginx and Caddy parse it. */
export const inQuotes = (text: string): string => `"${text.replaceAll('"', '\\"')}"`
