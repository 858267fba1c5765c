import { whenIdle } from '#widget/lib/page/when-idle.ts'

/**
 * Fetches files one after another, each once the widget is `shown` and the page is idle: dozens of responses at once
 * would block input if the user closes and reopens the widget. A file that was not prefetched loads when it is needed.
 */
export async function prefetchFiles(
  files: readonly string[],
  shown: () => Promise<void>,
  fetchFile: (file: string) => Promise<unknown>,
): Promise<void> {
  for (const file of files) {
    await shown()
    await new Promise<void>(whenIdle)
    await fetchFile(file).catch(() => undefined)
  }
}
