const completeName = /['"`]([a-z][\w-]*\.[\w.-]+)['"`]/gi
const template = /`([a-z][\w-]*\.[^`\n]*\$\{[^`\n]*)`/gi

/** Keys of a file of messages. */
export const keysIn = (text: string): readonly string[] =>
  [...text.matchAll(/^ {2}'([\w.-]+)':/gm)].flatMap(([, key]) => key ?? [])

/** Keys of messages that some source uses: by their complete name, or by a template such as `sessions.${status}`. */
export function usedKeys(keys: readonly string[], sources: readonly string[]): readonly string[] {
  const used = new Set<string>()
  const patterns: RegExp[] = []
  for (const source of sources) {
    for (const [, name = ''] of source.matchAll(completeName)) used.add(name)
    for (const [, text = ''] of source.matchAll(template)) {
      const parts = text.split(/\$\{[^}]*\}/)
      if (!parts.every((part) => /^[\w.-]*$/.test(part))) continue
      patterns.push(new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('[\\w-]+')}$`))
    }
  }
  return keys.filter((key) => used.has(key) || patterns.some((pattern) => pattern.test(key)))
}

/** Keys of messages that no source uses. */
export function unusedKeys(keys: readonly string[], sources: readonly string[]): readonly string[] {
  const used = new Set(usedKeys(keys, sources))
  return keys.filter((key) => !used.has(key))
}
