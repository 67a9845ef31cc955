// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

/** The kinds of reads. */
enum Kind {
    BY_ID,
    BY_IDS,
    BY_SLOT,
    DRAFT
}
