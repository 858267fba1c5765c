import type { Page } from '@playwright/test'
import * as z from '#shared/zod.ts'
import type { Stack } from '#stack/stack-file.ts'

const configSchema = z.looseObject({})

/** As `deployConfigName` of the widget. */
const metaName = 'deployment'

/**
 * Changes the deployment's configuration in the widget's documents of a page, before their scripts read it. Not by
 * intercepting the document: Chromium would block its connections to a local relay (Local Network Access).
 */
export async function changeDeployConfig(
  page: Page,
  { origin, loopback }: Stack['widget'],
  change: (config: z.infer<typeof configSchema>) => object,
): Promise<void> {
  const config = z.parse(configSchema, await (await fetch(`${loopback}/widget.config.json`)).json())
  await page.addInitScript(
    ([widgetOrigin, name, content]) => {
      if (location.origin !== widgetOrigin) return
      document.addEventListener('readystatechange', () =>
        document.querySelector(`meta[name=${name}]`)?.setAttribute('content', content),
      )
    },
    [origin, metaName, JSON.stringify(change(config))] as const,
  )
}
