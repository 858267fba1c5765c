import { describe, expect, it } from 'vitest'
import { releaseProblems } from './release-rules.ts'

const clean = {
  'assets/main.js': ['widget-app/src/app/main.tsx', 'widget-app/src/features/swap/atoms/draft.ts'],
}
const notice = { path: 'index.html', text: '<div id="widget"></div>' }

describe('releaseProblems', () => {
  it('R14 › release of widget modules only › no problem', () => {
    expect(releaseProblems([notice], clean)).toEqual([])
  })

  it.each([
    'widget-app/src/app/development/standalone.tsx',
    'widget-app/src/app/development/fixture-list.ts',
    'vault/src/development/samples.ts',
    'widget-app/src/features/account/fixtures.tsx',
    'widget-app/src/features/account/testing/activity-fixtures.tsx',
    'widget-app/src/features/swap/testing/state-fixtures.tsx',
    'widget-app/src/features/swap/testing/edge-fixtures.tsx',
    'widget-app/src/features/swap/testing/swap-world.ts',
    'widget-app/src/features/swap/testing/open-swap.ts',
    'widget-app/src/testing/world.ts',
    'widget-app/src/chains/window-transport.ts',
    'widget-app/src/chains/testing/scripted-transport.ts',
    'e2e/stack/accounts.ts',
  ])('R14 › release with module %s › problem', (id) => {
    expect(releaseProblems([notice], { ...clean, 'assets/next.js': [id] })).toEqual([
      `The release contains ${id} in assets/next.js`,
    ])
  })

  it.each(['Nothing here is real', 'All views and states', '#/samples'])(
    'R14 › release with the text %s › problem',
    (text) => {
      expect(releaseProblems([notice, { path: 'assets/a.js', text: `x="${text}"` }], clean)).toEqual([
        `The release says "${text}" in assets/a.js`,
      ])
    },
  )

  it.each(['dev.html', 'vault-dev.html'])('R14 › %s in the release folder › problem', (path) => {
    expect(releaseProblems([{ path, text: '' }], clean)).toEqual([`The release contains ${path}`])
  })

  it('R14 › no list of modules › problem', () => {
    expect(releaseProblems([notice], {})).toHaveLength(1)
  })
})
