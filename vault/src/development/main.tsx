import '#widget/ui/tokens.css'
import '#widget/i18n/review-messages.ts'
import '#widget/i18n/vault-messages.ts'
import '#widget/i18n/vault-recovery-messages.ts'
import '#widget/i18n/vault-spending-messages.ts'
import { createRoot } from 'react-dom/client'
import { themeModeSchema } from '#shared/config/theme.ts'
import { parseWire } from '#shared/wire-schema.ts'
import { applyTheme } from '#widget/lib/theme/apply-theme.ts'
import { hashOf } from './sample-hash.ts'
import { vaultSamples } from './samples.ts'
import { showSample } from './show-sample.tsx'
import type { VaultSample } from './vault-sample.ts'

// The entry of `vault-dev.html`, which no release contains: the screens of the vault, as `dev.html` shows the widget's views.
const samples: readonly VaultSample[] = vaultSamples
const groups = [...new Set(samples.map(({ group }) => group))]

const container = document.getElementById('vault')
const root = container && createRoot(container)
let last = new AbortController()

/** Shows the sample of the hash, in the theme and language of the query (`theme`, `locale`); the list for another hash. */
async function show(): Promise<void> {
  last.abort()
  last = new AbortController()
  const { signal } = last
  delete document.documentElement.dataset.sample
  const query = new URLSearchParams(location.search)
  const mode = parseWire(themeModeSchema, query.get('theme'))
  applyTheme(document, { mode: mode.success ? mode.data : 'auto', variables: {} })
  const sample = samples.find((each) => hashOf(each) === location.hash)
  if (sample === undefined) root?.render(<SampleList />)
  else if (root) await showSample(root, sample, { page: document, locale: query.get('locale'), signal })
}

function SampleList() {
  return (
    <main>
      <h1>Screens of the vault</h1>
      {groups.map((group) => (
        <section key={group}>
          <h2>{group}</h2>
          <ul>
            {samples
              .filter((sample) => sample.group === group)
              .map((sample) => (
                <li key={sample.state}>
                  <a href={hashOf(sample)}>{sample.state}</a>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </main>
  )
}

addEventListener('hashchange', () => void show())
void show()
