// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.application;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/** A comment on a task. */
@Entity
@Table(name = "remark")
public class Remark {

    @Id
    @Column(name = "remark_id")
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private int id;

    @ManyToOne(fetch = FetchType.LAZY)
    @JoinColumn(name = "task_id")
    private @Nullable Task task;

    private String words = "";

    protected Remark() {}

    Remark(Task task, String words) {
        this.task = task;
        this.words = words;
    }

    int getId() {
        return id;
    }

    @Nullable
    Task getTask() {
        return task;
    }

    String getWords() {
        return words;
    }
}
