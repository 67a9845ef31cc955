// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame;

import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** The comparison the page draws. */
@RestController
class ComparisonController {

    private static final int MOST_LOOKUPS = 20_000;
    private static final int MOST_THREADS = 32;

    private final Comparison comparison;

    ComparisonController(Comparison comparison) {
        this.comparison = comparison;
    }

    @PostMapping("/comparison")
    List<Comparison.Way> compare(
            @RequestParam(defaultValue = "2000") int lookups, @RequestParam(defaultValue = "1") int threads) {
        check("lookups", lookups, MOST_LOOKUPS);
        check("threads", threads, MOST_THREADS);
        return comparison.run(lookups, threads);
    }

    private static void check(String name, int value, int most) {
        if (value < 1 || value > most) {
            throw new ResponseStatusException(
                    HttpStatus.BAD_REQUEST, name + ": " + value + " (expected 1 to " + most + ')');
        }
    }
}
