// Package browsertest opens our pages in a real headless browser (make browser).
// It has tests only: they make the pages, of reports and of charts, and hand them
// to the browser's own tests under testdata/browser. Without TSPI_BROWSER they are
// skipped, because not every machine has a browser.
package browsertest
