/* scorer.js - the order of what the search of the site finds: pages that teach and verbs first, other pages, then functions and
 * types, and fields and parameters last. Numbers are added to those of Sphinx, whose titles have up to 100. */
var Scorer = {
    objNameMatch: 11, objPartialMatch: 6, objPrio: {0: 15, 1: 5, 2: -5}, objPrioDefault: 0,
    title: 60, partialTitle: 30, term: 5, partialTerm: 2,
    score: function (result) {
        const [page, , , about, score] = result;
        const isObject = about !== null;
        if (isObject && /\b(member|parameter|attribute|property|method|enumerator|union)\b/.test(about)) return score - 200;
        if (isObject) return score - 100;
        const asked = (new URLSearchParams(window.location.search).get("q") || "").toLowerCase();
        const named = page.split(/[\/-]/).includes(asked) ? 40 : 0; /* choose-mass is about mass */
        if (/^(start|howto)\//.test(page)) return score + named + 40;
        if (/^(tutorials|walkthroughs|reference\/command)\//.test(page)) return score + named + 30;
        return /^(project|notes)\//.test(page) ? score - 20 : score + named;
    },
};
