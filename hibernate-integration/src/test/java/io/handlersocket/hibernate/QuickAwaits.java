// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Lets each await ask at once, and again after 1, 2, 4 and so on to 100 ms. Most conditions hold within a few
 * milliseconds; Awaitility's own default first asks after 100 ms. No healthy run gets near the end of the wait, 30 s.
 * JUnit registers it for all classes of the module.
 */
public final class QuickAwaits implements BeforeAllCallback {

    private static final int LONGEST_MILLIS = 100;

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultTimeout(Duration.ofSeconds(30));
        // A fixed interval would be the delay before the first question, too.
        Awaitility.setDefaultPollInterval((polls, last) -> Duration.ofMillis(millisAfter(polls)));
    }

    private static long millisAfter(int polls) {
        return Math.min(LONGEST_MILLIS, 1L << Math.min(polls - 1, 10));
    }
}
