import { byId } from './page-elements.ts'

const maxLines = 60

/** Adds an event to the page's log, newest first. */
export function logEvent(name: string, detail: string): void {
  const line = document.createElement('p')
  const title = document.createElement('b')
  title.textContent = name
  const text = document.createElement('span')
  text.textContent = ` ${detail}`
  line.append(title, text)
  const log = byId('log', HTMLDivElement)
  log.prepend(line)
  while (log.childElementCount > maxLines) log.lastElementChild?.remove()
}

/** The message of a thrown value, with its error code if it has one. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error ? `${error.message} (${error.code})` : error.message
}
