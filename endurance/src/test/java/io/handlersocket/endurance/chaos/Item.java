// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A row that writers change all the time. Its text says which row and revision it belongs to. */
@Entity
@Table(name = "chaos_item")
public class Item {

    @Id
    private int id;

    private int slot;
    private long revision;
    private String text = "";

    int getId() {
        return id;
    }

    int getSlot() {
        return slot;
    }

    long getRevision() {
        return revision;
    }

    String getText() {
        return text;
    }
}
