import { whenIdle } from '#widget/lib/page/when-idle.ts'

/**
 * Fetches files one after another, each once the widget is `shown` and nothing else is to do: the answers of dozens
 * together would keep the processor from whoever closes and opens again. Without such a file it comes when it is needed.
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
