// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A row of the table that is emptied and exchanged as a whole. All rows have the same revision. */
@Entity
@Table(name = "chaos_draft")
public class Draft {

    @Id
    private int id;

    private long revision;
    private String text = "";

    int getId() {
        return id;
    }

    long getRevision() {
        return revision;
    }

    String getText() {
        return text;
    }
}
