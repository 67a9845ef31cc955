// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

/**
 * Something that happens in production.
 *
 * @param name as in the report and in {@code -Dchaos.faults=}
 * @param strike makes it happen and ends it
 */
record Fault(String name, Effect effect, Strike strike) {

    /** Makes it happen. */
    @FunctionalInterface
    interface Strike {

        /**
         * Returns when the fault has ended, whatever happened.
         *
         * @return what proves that it happened
         * @throws Exception if it did not happen, or if the server gave a lock too late
         */
        String on(Stage stage) throws Exception;
    }

    @Override
    public String toString() {
        return name;
    }
}
