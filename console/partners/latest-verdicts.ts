/** The latest run of all claims of each partner that came to a verdict: where a statement takes its rows from. */
export const latestVerdicts = `(SELECT DISTINCT ON (partner_id) id, partner_id, outcomes, finished_at FROM assay.runs
  WHERE partner_id IS NOT NULL AND claims IS NULL AND verdict IS NOT NULL ORDER BY partner_id, finished_at DESC)`;
