/** What each printed figure was computed by: a sentence, and where the formula comes from. Any process. */

export interface Formula {
  says: string
  /** Publication, where there is one. */
  source?: string
}

export const formulas = {
  count: { says: 'A count of samples, of those that were asked for.' },
  tally: { says: 'A count of what the plan asks for, or of what is listed beside it.' },
  fraction: {
    says: 'Passed assertions of those asked for, by sample; mean [lowest–highest] over the samples, with how many of how many asked for it covers.',
  },
  failed: { says: 'Samples in which the assertion failed, of those that were asked for.' },
  usage: {
    says: 'Mean over the samples that it is known of, each by the attempt that counts; what is unknown is never 0.',
  },
  cost: {
    says: 'Sum in US dollars over the samples that it is known of, each by the attempt that counts; by the meter and a dated price table, unless a claim is named.',
  },
  'mean cost': { says: 'The sum of the known costs by the number of samples with one.' },
  litter: {
    says: 'Samples that left paths in the tree which the seed has not and the task does not call for.',
  },
  note: { says: 'Read from the records of the samples named.' },
  control: {
    says: 'Verdicts of the suite’s own tests on a build whose verdict is known beforehand.',
  },
  mean: { says: 'Mean over tasks of the task means: every task weighs the same.' },
  'mean interval': {
    says: '95% interval of the mean over tasks like these: bootstrap clustered on task, with bounds for few tasks.',
    source: 'Rubin (1981), The Bayesian bootstrap; Gaffke (2005)',
  },
  effect: {
    says: 'Differences within blocks (one task and repetition each): their mean by task, then over tasks; 95% interval of the same.',
    source: 'Gaffke (2005); for factors Box, Hunter and Hunter (2005), chapter 5',
  },
  p: {
    says: 'Two-sided permutation test of the paired differences: each might as well have had the other sign.',
    source: 'Fisher (1935), section 21; sampled patterns: Phipson and Smyth (2010)',
  },
  holm: {
    says: 'p after all comparisons of the family are taken into account.',
    source: 'Holm (1979)',
  },
  'max-T': {
    says: 'p after all comparisons of the family are taken into account, by their joint permutation.',
    source: 'Westfall and Young (1993), algorithm 2.8',
  },
  blocks: { says: 'Blocks in which all conditions are known, of those asked for.' },
  sees: {
    says: 'The smallest true difference that this design would call different with power 0.8, by the noise that was seen.',
    source: 'Bloom (1995)',
  },
  solved: { says: 'Samples of which all change and all regress assertions passed.' },
  rate: { says: 'Samples of which it is so, of those that it is known of.' },
  wilson: {
    says: '95% score interval of a proportion.',
    source: 'Wilson (1927); Brown, Cai and DasGupta (2001)',
  },
  'clopper-pearson': {
    says: '95% exact interval of a proportion.',
    source: 'Clopper and Pearson (1934)',
  },
  'pass@k': {
    says: 'Chance that one of k samples solves the task, unbiased, mean over tasks; undefined where a task has fewer than k.',
    source: 'Chen et al. (2021), equation 1',
  },
  'pass^k': {
    says: 'Chance that k samples all solve the task, unbiased, mean over tasks; undefined where a task has fewer than k.',
    source: 'Yao et al. (2024)',
  },
  'per solved': {
    says: 'What all samples used, failures included, by the number of them that were solved; unknown where it is of any sample.',
  },
  fisher: {
    says: 'Two proportions compared, two-sided, given the margins.',
    source: 'Fisher (1935)',
  },
  coverage: { says: 'Blocks solved by one condition and not by the other, by name.' },
  mcnemar: {
    says: 'Exact, two-sided: blocks that only one condition solved are fair coins.',
    source: 'McNemar (1947)',
  },
  'two samples': {
    says: 'One-sided permutation test of two means, over every way to deal out the samples, or 9,999 of them.',
    source: 'Fisher (1935); Good (2005), chapter 3',
  },
  transitions: { says: 'Verdicts of the assertion against its verdict on the untouched seed.' },
  prediction: {
    says: 'The mean, effect or difference that the prediction speaks of, with its 95% interval.',
  },
} satisfies Record<string, Formula>

export type FormulaKey = keyof typeof formulas
