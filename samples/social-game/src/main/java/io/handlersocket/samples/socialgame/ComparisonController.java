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

    private static final int MOST = 5_000;

    private final Comparison comparison;

    ComparisonController(Comparison comparison) {
        this.comparison = comparison;
    }

    @PostMapping("/comparison")
    List<Comparison.Way> compare(@RequestParam(defaultValue = "1000") int lookups) {
        if (lookups < 1 || lookups > MOST) {
            throw new ResponseStatusException(
                    HttpStatus.BAD_REQUEST, "lookups: " + lookups + " (expected 1 to " + MOST + ')');
        }
        return comparison.run(lookups);
    }
}
