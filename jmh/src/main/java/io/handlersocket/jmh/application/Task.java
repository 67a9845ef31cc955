// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.application;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.OneToMany;
import jakarta.persistence.Table;
import java.util.ArrayList;
import java.util.List;

/** Something to do. */
@Entity
@Table(name = "task")
public class Task {

    @Id
    @Column(name = "task_id")
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private int id;

    private String title = "";
    private String status = "new";

    @OneToMany(mappedBy = "task", cascade = CascadeType.PERSIST)
    private List<Remark> remarks = new ArrayList<>();

    protected Task() {}

    Task(String title, int comments) {
        this.title = title;
        for (int i = 0; i < comments; i++) {
            remarks.add(new Remark(this, "comment " + i + " on " + title));
        }
    }

    int getId() {
        return id;
    }

    String getTitle() {
        return title;
    }

    String getStatus() {
        return status;
    }

    void setStatus(String value) {
        status = value;
    }

    List<Remark> getRemarks() {
        return remarks;
    }
}
